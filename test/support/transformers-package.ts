/**
 * @huggingface/transformers for the tests that run it: half a gigabyte that the product does not depend on, so it is installed once
 * into `.cache` where npm reaches it. `CONTEXT_TEST_TRANSFORMERS` names a folder that has it, or is `off`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../server/util/package-root.js';

const version = '4.3.1';
const installDeadlineMs = 200_000;
/** After a failure no further attempt for so long: offline machines run the tests quickly. */
const retryAfterMs = 3_600_000;

export type TransformersForTests = { readonly folder: string } | { readonly reason: string };

export function transformersForTests(): TransformersForTests {
  const set = process.env['CONTEXT_TEST_TRANSFORMERS'];
  if (set === 'off') return { reason: 'CONTEXT_TEST_TRANSFORMERS=off' };
  const folder = set ?? join(packageRoot, '.cache', 'transformers');
  if (existsSync(join(folder, 'node_modules', '@huggingface', 'transformers', 'package.json'))) return { folder };
  if (set) return { reason: `no @huggingface/transformers in ${set}` };
  const note = join(folder, 'failed');
  if (existsSync(note) && Date.now() - statSync(note).mtimeMs < retryAfterMs) return { reason: readFileSync(note, 'utf8') };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=1', `@huggingface/transformers@${version}`];
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' };
  const run = spawnSync('npm', args, {
    cwd: folder,
    env,
    timeout: installDeadlineMs,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (run.status === 0) return { folder };
  const lines = (run.stderr || String(run.error ?? run.signal)).trim().split('\n');
  const reason = `npm could not install @huggingface/transformers: ${lines.find((line) => line.startsWith('npm error')) ?? lines[0]}`;
  writeFileSync(note, reason);
  return { reason };
}
