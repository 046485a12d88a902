import { fuzz } from '../../dist/test/support/campaigns/fuzz.js';
import { bounded } from './bounded.mjs';

export const run = (given) => bounded('fuzz', fuzz, { rounds: 500 }, given);
