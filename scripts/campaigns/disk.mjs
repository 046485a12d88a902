import { disk } from '../../dist/test/support/campaigns/disk.js';
import { bounded } from './bounded.mjs';

export const run = (given) => bounded('disk', disk, { rounds: 2 }, given);
