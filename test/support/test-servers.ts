/** Language servers that `scripts/checkout/test-tools.mjs` installs for tests. They are added to PATH of the process that imports this. */
import { delimiter, join } from 'node:path';
import { packageRoot } from '../../server/util/package-root.js';

const folder = join(packageRoot, '.cache', 'test-servers');
process.env['PATH'] = [process.env['PATH'] ?? '', join(folder, 'node_modules', '.bin'), join(folder, 'dotnet')].join(delimiter);
