// What a commit message says, asked of the repository as it was before: the functions that the commit changed are the answer, and the
// lines that it took away or added to are wanted. All commits of a repository are asked of one tree, which is older than all of them.
import { execFileSync } from 'node:child_process';
import { asksSomething, RULES } from '../quality/history-commits.mjs';
import { languageOfPath } from './languages.mjs';

const POOL = 40;
const MOST_COMMITS = 1500;

export const gitOf =
  (folder) =>
  (...args) =>
    execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      timeout: 120_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });

export const isTested = (path) => /(?:^|[/_.-])(?:tests?|specs?|examples?|docs?)(?:[/_.-]|$)|(?:Test|Tests|Spec)\./.test(path);

/** The newest commits, with the paths of the code that they changed, without tests. */
export const commitsOf = (git, head, most) =>
  git('log', '--no-merges', '--no-renames', '--name-only', `-${most}`, '--format=%x01%H%x02%P%x02%s%x02%b%x03', head)
    .split('\x01')
    .slice(1)
    .map((block) => {
      const [message, names] = block.split('\x03');
      const [id, parents, subject, body] = message.split('\x02');
      return { id, parents, subject, body, paths: names.split('\n').filter((path) => languageOfPath(path) && !isTested(path)) };
    });

/** The newest commits whose messages ask something, and `base`, the commit to index; without such commits `base` is `head`. */
export function askingCommits(folder, head) {
  const git = gitOf(folder);
  // Names only: a snapshot may lack some contents, which are then met one by one.
  const pool = [];
  for (const { id, parents, subject, body, paths } of commitsOf(git, head, MOST_COMMITS)) {
    if (pool.length === POOL) break;
    const fits = parents && paths.length >= RULES.codeFiles[0] && paths.length <= RULES.codeFiles[1] && asksSomething({ subject });
    if (fits && isModerate(git, id, paths)) pool.push({ id, subject, body, paths });
  }
  return pool.length ? { base: git('rev-parse', `${pool.at(-1).id}^`).trim(), pool } : { base: head, pool };
}

export function isModerate(git, id, paths) {
  try {
    const rows = git('show', '--numstat', '--no-renames', '--format=', id, '--', ...paths).split('\n');
    const lines = rows.reduce((sum, row) => sum + (row ? Number(row.split('\t')[0]) + Number(row.split('\t')[1]) : 0), 0);
    return lines >= RULES.changedLines[0] && lines <= RULES.changedLines[1];
  } catch {
    return false;
  }
}

/** A message without trailers, references and quoted markup, at most 1,500 characters. */
export const questionOf = ({ subject, body }) =>
  [
    subject.replace(/\s*\(#\d+\)\s*$/, ''),
    body
      .replace(/^(?:[\w-]+-by|Change-Id|PiperOrigin-RevId|Reviewed-on|See also|Fixes|Closes|Refs?|Resolves)\b.*$/gim, '')
      .replace(/https?:\S+/g, ''),
  ]
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, 1500);

/** Lines of the old side that a commit took away, or after which it added, by path: Map of path to line numbers. */
export function oldLines(diff) {
  const found = new Map();
  for (const part of diff.split(/^diff --git /m).slice(1)) {
    const path = /^--- a\/(.*?)\t?$/m.exec(part)?.[1];
    if (path === undefined) continue;
    const lines = [...part.matchAll(/^@@ -(\d+)(?:,(\d+))? /gm)].flatMap(([, from, count = '1']) =>
      Array.from({ length: Math.max(1, Number(count)) }, (_, i) => Number(from) + i),
    );
    found.set(path, lines);
  }
  return found;
}

/** `tree` is read at `base`. A commit counts where the lines that it changed stand in the tree, in one function each, word for word. */
export function commits(tree, pool, count) {
  const git = gitOf(tree.folder);
  const questions = [];
  for (const commit of pool) {
    if (questions.length >= count) break;
    let diff;
    try {
      diff = git('show', '-U0', '--no-renames', '--no-color', '--format=', commit.id, '--', ...commit.paths);
    } catch {
      continue;
    }
    const targets = new Map();
    const needed = [];
    for (const [path, numbers] of oldLines(diff)) {
      const file = tree.byPath.get(path);
      if (!file) continue;
      let old;
      try {
        old = git('show', `${commit.id}^:${path}`).split(/\r?\n/);
      } catch {
        continue;
      }
      for (const number of numbers) {
        const text = old[number - 1] ?? '';
        if (!/\p{L}/u.test(text) || text.trim().length < 4) continue;
        const at = file.lines.flatMap((line, i) => (line === text ? [i + 1] : []));
        const line = at.length === 1 ? at[0] : at.find((one) => one === number);
        const holder = line === undefined ? null : tree.enclosing(path, line);
        if (!holder) continue;
        targets.set(`${path}:${holder.start}`, { ...holder, line: null });
        needed.push({ path, line, text });
      }
    }
    if (targets.size && targets.size <= 6)
      questions.push({ kind: 'commits', query: questionOf(commit), targets: [...targets.values()], needed });
  }
  return questions;
}
