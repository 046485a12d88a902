import { servers } from '../../dist/test/support/campaigns/servers.js';
import { bounded } from './bounded.mjs';

export const run = (given) => bounded('servers', servers, { rounds: 50 }, given);
