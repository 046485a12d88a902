// Questions from a history: the subject of a commit, answered by the functions that it changed and that still exist.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { functionsOf, innermost, isCode, isTest } from './history-outline.mjs';

export const RULES = { codeFiles: [1, 4], changedLines: [3, 80], subjectWords: 4, sample: 200 };
/** Says nothing about what the code does: no search could answer it. */
const HOUSEKEEPING =
  /^(?:docs?|chore|style|ci|build|test|tests|release|perf-test|deps)(?:\([^)]*\))?!?:|\b(?:typos?|misspell\w*|spelling|grammar|lint\w*|flake8|pep ?8|pyflakes|mypy|eslint|prettier|clang-format|gofmt|white ?space|indent\w*|trailing|formatting|reformat\w*|change ?log|changes file|docstrings?|xml ?doc\w*|comments?|type hints?|annotations?|copyright|licen[cs]e|minor|tweaks?|clean ?-?ups?|cleaning|tidy\w*|internal change|review|feedback|nits?|coverage|ci|travis|appveyor)\b/i;
const NO_QUESTION = /^(?:merge|revert|reland|bump|release|prepare|version|fixup!|squash!|wip\b|v?\d+[.\d]*$)/i;

/** `folder`: a work tree at HEAD. Commits are taken in the order of a hash of their id: a fair and repeatable sample. */
export async function historyQuestions(folder, sample = RULES.sample) {
  const git = (...args) =>
    execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      timeout: 300_000,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const commits = listCommits(git).filter(isQuestion);
  commits.sort((a, b) => (a.order < b.order ? -1 : 1));
  const head = headFunctions(git);
  const questions = [];
  const asked = new Set();
  const left = { size: 0, unreadable: 0, named: 0, gone: 0, testsOnly: 0, duplicate: 0 };
  for (const commit of commits) {
    if (questions.length >= sample) break;
    const query = commit.subject.replace(/\s*\(#\d+\)\s*$/, '');
    if (asked.has(query.toLowerCase())) {
      left.duplicate++;
      continue;
    }
    let changed;
    try {
      if (!isModerate(git, commit)) {
        left.size++;
        continue;
      }
      changed = await changedFunctions(git, commit);
    } catch {
      left.unreadable++;
      continue;
    }
    if (isNamed(query, commit, changed)) {
      left.named++;
      continue;
    }
    const found = (await Promise.all(changed.map((item) => head.find(item)))).filter(Boolean);
    const targets = [...new Map(found.map((target) => [`${target.path}:${target.start}`, target])).values()];
    if (!targets.length) {
      left.gone++;
      continue;
    }
    // Who asks wants to know where it is done, not only where it is tested.
    if (targets.every((target) => target.isTest)) {
      left.testsOnly++;
      continue;
    }
    asked.add(query.toLowerCase());
    questions.push({ commit: commit.id, query, targets });
  }
  return { questions, commits: commits.length, left };
}

/** Names only: a snapshot of a history may lack some contents, which are then met one by one. */
function listCommits(git) {
  const log = git('log', '--no-merges', '--no-renames', '--name-only', '--format=%x01%H%x02%s', 'HEAD');
  return log
    .split('\x01')
    .slice(1)
    .map((block) => {
      const [head, ...paths] = block.split('\n').filter(Boolean);
      const [id, subject] = head.split('\x02');
      return { id, subject, files: paths.filter(isCode), order: createHash('sha256').update(id).digest('hex') };
    });
}

/** Numbers of issues and what is said of them are no words of a question: "Fixed #988, closed #989". */
const wordsOf = (subject) =>
  subject.replace(/\b(?:fix|close|resolve|issue|ref)[a-z]*:?\s+(?:issue\s+)?(?:#|gh-)\d+/gi, ' ').match(/\p{L}[\p{L}\p{N}'_.-]*/gu) ?? [];

/** Whether a subject says something of what the code does. */
export const asksSomething = ({ subject }) =>
  wordsOf(subject).length >= RULES.subjectWords && !NO_QUESTION.test(subject) && !HOUSEKEEPING.test(subject);

const isQuestion = ({ subject, files }) =>
  files.length >= RULES.codeFiles[0] && files.length <= RULES.codeFiles[1] && asksSomething({ subject });

function isModerate(git, { id, files }) {
  const rows = git('show', '--numstat', '--no-renames', '--format=', id, '--', ...files)
    .split('\n')
    .filter(Boolean);
  const lines = rows.reduce(
    (sum, row) =>
      sum +
      row
        .split('\t')
        .slice(0, 2)
        .reduce((total, count) => total + Number(count), 0),
    0,
  );
  return lines >= RULES.changedLines[0] && lines <= RULES.changedLines[1];
}

/** A subject that names a changed function or file is a look-up, no question. */
function isNamed(query, { files }, changed) {
  const words = new Set(query.toLowerCase().match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
  const stems = files.map((path) => basename(path).replace(/\..*$/, ''));
  return [...changed.map(({ name }) => name), ...stems].some((name) => words.has(name.toLowerCase()));
}

async function changedFunctions(git, { id, files }) {
  const diff = git('show', '-U0', '--no-renames', '--no-color', '--format=', id, '--', ...files);
  const found = new Map();
  for (const part of diff.split(/^diff --git /m).slice(1)) {
    const path = /^\+\+\+ b\/(.*?)\t?$/m.exec(part)?.[1];
    if (path === undefined || !isCode(path)) continue;
    const functions = await functionsOf(path, git('show', `${id}:${path}`));
    for (const [, from, count = '1'] of part.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)) {
      const first = Number(from);
      // Lines were only taken away: the function that the lines around them are in.
      const spans = count === '0' ? [[first, first + 1]] : Array.from({ length: Number(count) }, (_, i) => [first + i, first + i]);
      for (const [a, b] of spans) {
        const item = innermost(functions, a, b);
        if (item) found.set(`${path}\0${item.qualified}\0${item.signature}`, { path, ...item });
      }
    }
  }
  return [...found.values()];
}

/** Functions of the newest version: under the same path, else in the one file of that name that has it. */
function headFunctions(git) {
  const paths = new Set(git('ls-files', '-z').split('\0').filter(isCode));
  const byName = groupBy([...paths]);
  const known = new Map();
  const functions = (path) => {
    if (!known.has(path)) known.set(path, functionsOf(path, git('show', `HEAD:${path}`)));
    return known.get(path);
  };
  /** Of overloads the one with the same signature. */
  const inFile = async (path, { qualified, signature }) => {
    const same = (await functions(path)).filter((item) => item.qualified === qualified);
    const exact = same.filter((item) => item.signature === signature);
    const one = exact.length === 1 ? exact[0] : same.length === 1 ? same[0] : null;
    return one && { path, name: one.name, start: one.start, end: one.end, isTest: isTest(path) };
  };
  return {
    async find(item) {
      if (paths.has(item.path)) return inFile(item.path, item);
      const moved = await Promise.all((byName.get(basename(item.path)) ?? []).map((path) => inFile(path, item)));
      const found = moved.filter(Boolean);
      return found.length === 1 ? found[0] : null;
    },
  };
}

function groupBy(paths) {
  const groups = new Map();
  for (const path of paths) groups.set(basename(path), [...(groups.get(basename(path)) ?? []), path]);
  return groups;
}
