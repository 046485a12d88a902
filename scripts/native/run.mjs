// Starts other programs: with a time limit that also ends their children, without npm's settings for the
// outer command, and with their output kept off standard output, which belongs to the server.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const onWindows = process.platform === 'win32';

const answerLimitMs = 6_000;

export const say = (line) => process.stderr.write(`${line}\n`);

export const seconds = (sinceMs) => `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;

/**
 * Runs a program to its end and gives `{ ok, output }`. Never throws: a program that cannot be started has failed.
 * `limitMs` bounds the whole run, `show` passes output on to standard error. `answer`, a pattern, is for programs that
 * use the network: one whose output has not matched it in time is taken to wait for a host that will never answer.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, limitMs?: number, show?: boolean, answer?: RegExp, shell?: boolean }} [options]
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function run(command, args, { cwd, env = cleanEnv(), limitMs, show, answer, shell } = {}) {
  return new Promise((done) => {
    // In its own process group, so that a limit also ends the compiler started by make and node-gyp.
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: !onWindows, shell });
    let output = '';
    const stop = () => endGroup(child);
    const giveUp = () => {
      output += `no answer in ${answerLimitMs / 1000} s`;
      stop();
    };
    const timers = [limitMs && setTimeout(stop, limitMs), answer && setTimeout(() => answer.test(output) || giveUp(), answerLimitMs)];
    const listen = (chunk) => {
      output += chunk;
      if (show) process.stderr.write(chunk);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    const forgetSignals = endWithUs(stop);
    const finish = (ok) => {
      timers.forEach(clearTimeout);
      forgetSignals();
      done({ ok, output });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });
}

function endGroup(child) {
  try {
    if (onWindows) child.kill();
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** A program in its own process group does not receive Ctrl-C: forward the signal. */
function endWithUs(stop) {
  const onSignal = (signal) => {
    stop();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return () => process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
}

/** Runs the npm that runs this script, else the one on PATH. */
export function npm(args, options = {}) {
  const cli = process.env.npm_execpath;
  if (cli && /npm-cli\.c?js$/.test(cli)) return run(process.execPath, [cli, ...args], options);
  return run('npm', args, { ...options, shell: onWindows });
}

// Inside `npm install -g`, `npm pack --dry-run` and the like, npm hands its settings to every script. An npm started
// by the script would install globally, or not at all.
const outerSettings = ['global', 'location', 'prefix', 'local_prefix', 'dry_run', 'omit', 'include', 'production', 'only', 'allow_scripts'];

export function cleanEnv(extra = {}) {
  const env = { ...process.env, ...extra };
  for (const name of outerSettings) delete env[`npm_config_${name}`];
  return env;
}

/** True if a program of this name is on PATH, or in these folders. */
export function onPath(name, folders = (process.env.PATH ?? '').split(delimiter)) {
  const endings = onWindows ? ['.exe', '.cmd'] : [''];
  return folders.some((folder) => endings.some((ending) => existsSync(join(folder, name + ending))));
}

/** The end of a failed program's output, where the reason is. */
export const tail = (output, lines = 15) => output.trimEnd().split('\n').slice(-lines).join('\n');
