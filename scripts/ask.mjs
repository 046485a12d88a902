// `npm run ask -- <folder> "<question>" [--json …]`: answers a question from a fresh clone.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { root } from './native/places.mjs';
import { setup } from './setup.mjs';

await setup();

// npm changes into the package folder; a relative folder is relative to the user's.
const cwd = process.env.INIT_CWD ?? process.cwd();
const main = join(root, 'dist', 'bundle', 'main.js');
const child = spawn(process.execPath, [main, 'ask', ...process.argv.slice(2)], { cwd, stdio: 'inherit' });

// Ctrl-C reaches the child by itself, a kill does not; either way the child decides how it ends.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
