import { soak } from '../../dist/test/support/campaigns/soak.js';
import { bounded } from './bounded.mjs';

export const run = (given) => bounded('soak', soak, { rounds: 2_000 }, given);
