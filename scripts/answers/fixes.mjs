// Bug fixes whose message describes the symptom, asked of the repository as it was right before: the whole message is the question, and the
// lines that the fix took away or added to are the answer. Every question has a tree of its own, the parent of its commit.
import { RULES } from '../quality/history-commits.mjs';
import { commitsOf, gitOf, isModerate, oldLines } from './commits.mjs';
import { isComment, languageOfPath } from './languages.mjs';
import { innermostFunction, outlineOf } from './source-tree.mjs';

/** Newest fitting commits from which the questions are drawn. */
const POOL = 40;
const MOST_COMMITS = 4000;
/** Words of a message, without lists and trailers: fewer do not describe a symptom. */
const LEAST_WORDS = 40;
const MOST_FUNCTIONS = 6;
const DEFECT =
  /\b(?:bugs?|crash\w*|errors?|wrong\w*|incorrect\w*|regress\w*|fail\w*|leak\w*|panic\w*|broken?|breaks|exceptions?|raise[sd]?|thrown?|throws|deadlock\w*|rac[ey]\w*|hang\w*|overflow\w*|segfault\w*|unexpected\w*|invalid|undefined|ignored|lost|missing|does(?: not|n['’]t)|did(?: not|n['’]t))\b/i;
const HOUSEKEEPING =
  /^(?:docs?|chore|style|ci|build|tests?|release|deps|refactor)\b|\b(?:bump|typos?|lint\w*|change ?log|readme|merge|revert)\b/i;

/** A message without trailers and lines of a diffstat. Lists, logs and code stay. */
export const messageOf = ({ subject, body }) =>
  [
    subject.replace(/\s*\(#\d+\)\s*$/, ''),
    body
      .replace(
        /^(?:[\w-]+-by|Change-Id|[\w-]*RevId|Reviewed-on|Co-authored-.*|\(cherry picked from .*|See also|Fixes|Closes|Refs?|Resolves)\b.*$/gim,
        '',
      )
      .replace(/^ ?\S+ +\| +(?:\d+ [-+]*|Bin .*)$|^ ?\d+ files? changed.*$/gm, ''),
  ]
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const proseWords = (body) => body.replace(/^\s*[*-] .*$/gm, '').match(/\p{L}{2,}/gu)?.length ?? 0;

function fittingCommits(git, head) {
  const pool = [];
  for (const { id, parents, subject, body, paths } of commitsOf(git, head, MOST_COMMITS)) {
    if (pool.length === POOL) break;
    const text = messageOf({ subject: '', body });
    if (!parents || parents.includes(' ') || HOUSEKEEPING.test(subject) || !DEFECT.test(`${subject}\n${text}`)) continue;
    if (proseWords(text) < LEAST_WORDS || paths.length < RULES.codeFiles[0] || paths.length > RULES.codeFiles[1]) continue;
    pool.push({ id, parent: parents, subject, body, paths });
  }
  return pool;
}

/** The functions and lines of the parent that the fix changed; null where nothing can be read or the change is in too many places. */
async function changed(git, { id, parent, paths }) {
  if (!isModerate(git, id, paths)) return null;
  const targets = new Map();
  const needed = [];
  for (const [path, numbers] of oldLines(git('show', '-U0', '--no-renames', '--no-color', '--format=', id, '--', ...paths))) {
    const text = git('show', `${parent}:${path}`);
    const lines = text.split(/\r?\n/);
    const symbols = await outlineOf(path, text);
    for (const number of numbers) {
      const line = lines[number - 1] ?? '';
      if (!/\p{L}/u.test(line) || line.trim().length < 4 || isComment(languageOfPath(path), line)) continue;
      needed.push({ path, line: number, text: line });
      const holder = innermostFunction(symbols, path, number);
      if (holder) targets.set(`${path}:${holder.start}`, { ...holder, line: null });
    }
  }
  return targets.size && targets.size <= MOST_FUNCTIONS ? { targets: [...targets.values()], needed } : null;
}

/** At most `count` questions of the history that ends at `head`, newest first, each with the `commit` to check out. */
export async function fixes(folder, head, random, count) {
  const git = gitOf(folder);
  const pool = fittingCommits(git, head);
  const questions = [];
  for (const commit of random.shuffled(pool)) {
    if (questions.length >= count) break;
    try {
      const answer = await changed(git, commit);
      if (answer)
        questions.push({
          at: pool.indexOf(commit),
          question: { kind: 'fixes', commit: commit.parent, query: messageOf(commit), ...answer },
        });
    } catch {
      // A snapshot may lack some contents.
    }
  }
  return questions.sort((a, b) => a.at - b.at).map(({ question }) => question);
}
