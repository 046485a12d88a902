// Owns getting the native modules to work, by the cheapest way that does: already there, prebuilt binary, compiled.
// It never fails: the server does without FAISS, and says itself what it lacks without SQLite.

import { compile } from './compile-natives.mjs';
import { alone } from './lock.mjs';
import { forgetNote, noteInVain, triedInVain } from './note.mjs';
import { placePackage } from './packages.mjs';
import { takePrebuilt } from './prebuilt.mjs';
import { nativeModules, works, worksApart } from './probe.mjs';
import { say, seconds, tail } from './run.mjs';
import { aptInstall, installHint, lacking, mayInstall } from './toolchain.mjs';

const prebuiltArgs = { 'better-sqlite3': [], 'faiss-node': ['--runtime', 'napi'] };

const standIn = {
  'better-sqlite3': 'better-sqlite3 is not there: the server has no database',
  'faiss-node': 'faiss-node is not there: an exact search stands in for FAISS',
};

/**
 * Makes the named modules work where possible and gives the names of those that do not.
 * `apt: 'allowed'` lets it install Debian packages as root; `retry: 'always'` forgets earlier failures.
 *
 * @param {{ names?: readonly string[], apt?: 'allowed', retry?: 'always' }} [options]
 */
export async function ensureNatives({ names = nativeModules, apt, retry } = {}) {
  const missing = names.filter((name) => !works(name));
  if (missing.length === 0) return [];
  // What matters to a second attempt: the Node, what there is to build with, and whether we may add to it.
  const key = [missing, process.versions.modules, process.arch, lacking(missing), apt === 'allowed' && mayInstall()].join(' ');
  const waiting = retry !== 'always' && triedInVain('natives', key) ? missing : await alone(() => complete(missing, apt));
  if (waiting.length === 0) forgetNote('natives');
  else noteInVain('natives', key);
  for (const name of waiting) say(standIn[name]);
  const packages = lacking(waiting);
  if (packages.length > 0) say(`to have ${waiting.join(' and ')} built at the next start, ${installHint(packages)}`);
  return waiting;
}

async function complete(names, apt) {
  // Another process may have done it while this one waited for the lock. A module that failed to load in this process
  // may go on failing here, so ask a fresh one.
  const missing = [];
  for (const name of names) if (!(await worksApart(name))) missing.push(name);
  const folders = new Map();
  for (const name of missing) folders.set(name, await placePackage(name));
  const placed = missing.filter((name) => folders.get(name));
  const prebuilt = await Promise.all(placed.map((name) => prebuiltWorks(name, folders.get(name))));
  const unbuilt = placed.filter((_, at) => !prebuilt[at]);
  const packages = lacking(unbuilt);
  if (packages.length > 0 && apt === 'allowed' && mayInstall()) await aptInstall(packages);
  const failed = missing.filter((name) => !folders.get(name));
  for (const name of unbuilt) if (!(await built(name, folders.get(name)))) failed.push(name);
  return failed;
}

async function prebuiltWorks(name, folder) {
  const taken = (await takePrebuilt(folder, prebuiltArgs[name])) && (await worksApart(name));
  if (taken) say(`${name}: took its prebuilt binary`);
  return taken;
}

async function built(name, folder) {
  if (lacking([name]).length > 0) return false;
  const started = Date.now();
  say(`${name}: no prebuilt binary to be had, compiling`);
  const result = await compile[name](folder);
  const done = result.ok && (await worksApart(name));
  say(done ? `${name}: compiled in ${seconds(started)}` : `${name}: could not be compiled:\n${tail(result.output)}`);
  return done;
}
