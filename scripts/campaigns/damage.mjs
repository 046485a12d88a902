import { damage } from '../../dist/test/support/campaigns/damage.js';
import { bounded } from './bounded.mjs';

export const run = (given) => bounded('damage', damage, { rounds: 100 }, given);
