import { network } from '../../dist/test/support/campaigns/network.js';
import { bounded } from './bounded.mjs';

export const run = (given) => bounded('network', network, { rounds: 1 }, given);
