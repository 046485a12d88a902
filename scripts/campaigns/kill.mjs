import { kill } from '../../dist/test/support/campaigns/kill.js';
import { bounded } from './bounded.mjs';

export const run = (given) => bounded('kill', kill, { rounds: 100 }, given);
