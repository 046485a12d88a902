/** The official conformance suite and inspector of MCP, which scripts/checkout/test-tools.mjs installs. */
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../server/util/package-root.js';
import type { Json } from './test-client.js';

const packages = join(packageRoot, '.cache', 'test-tools', 'node_modules', '@modelcontextprotocol');
const suite = join(packages, 'conformance', 'dist', 'index.js');
const inspector = join(packages, 'inspector', 'clients', 'launcher', 'build', 'index.js');

export const toolsMissing: string | false =
  fs.existsSync(suite) && fs.existsSync(inspector) ? false : 'npm could not install @modelcontextprotocol/conformance and inspector';

export interface Check {
  readonly scenario: string;
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/** Runs the scenarios that a revision requires of servers, and gives all checks. @param folder for the reports */
export async function runConformance(revision: string, url: URL, folder: string): Promise<readonly Check[]> {
  await run([...globSyncOfNode22, suite, 'server', '--url', url.href, '--requirements', revision, '-o', folder]);
  return fs.readdirSync(folder).flatMap((report) => {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(report)?.[1] ?? report;
    const checks: Omit<Check, 'scenario'>[] = JSON.parse(fs.readFileSync(join(folder, report, 'checks.json'), 'utf8'));
    return checks.map((check) => ({ ...check, scenario }));
  });
}

/** Runs the inspector. The result is parsed from its standard output; `home` takes the place of the user's home folder. */
export async function inspect(
  args: readonly string[],
  home: string,
): Promise<{ readonly code: number; readonly result: Json; stderr: string }> {
  const { code, stdout, stderr } = await run([inspector, '--cli', ...args, '--quiet'], { ...process.env, HOME: home });
  return { code, result: stdout.trim() ? JSON.parse(stdout) : null, stderr };
}

const run = (args: readonly string[], env: NodeJS.ProcessEnv = process.env) =>
  new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resolve) => {
    execFile(process.execPath, args, { env, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });

/** The suite imports `globSync`, which Node 20 lacks, for a command that is not used here. */
const globSyncOfNode22: readonly string[] = 'globSync' in fs ? [] : ['--import', asModule(registering())];

function asModule(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

function registering(): string {
  const replacement = asModule(`export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => [];`);
  const hooks = `export const resolve = (name, context, next) => /^(node:)?fs$/.test(name) && !context.parentURL?.startsWith('data:')
    ? { url: ${JSON.stringify(replacement)}, shortCircuit: true } : next(name, context);`;
  return `import { register } from 'node:module'; register(${JSON.stringify(asModule(hooks))});`;
}
