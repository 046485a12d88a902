// Asks a repository for what each of its bug fixes changed: the work tree goes from commit to commit, the server follows with the same index.
import { execFileSync } from 'node:child_process';
import { readAnswer } from './answer-shape.mjs';
import { baselineOf } from './baseline.mjs';
import { isTested } from './commits.mjs';
import { fixes } from './fixes.mjs';
import { FIX_BUDGETS, judgeFix } from './judge.mjs';
import { randomFrom } from './random.mjs';
import { cloneTree } from './repositories.mjs';
import { startServer } from './server.mjs';

/** False where a snapshot lacks contents of the commit. */
function isCheckedOut(tree, commit) {
  try {
    execFileSync('git', ['-C', tree, 'checkout', '--quiet', '--force', commit], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Rows { repo, language, half, kind, ours, bm25 } with their questions and places. `folder` takes the work tree, `cacheDir` the index. */
export async function askFixes(repository, { snapshots, folder, cacheDir, seed, perKind }) {
  const { repo, language, half, commit: head } = repository;
  const tree = cloneTree(repository, snapshots, folder);
  const rows = [];
  for (const question of await fixes(tree, head, randomFrom(`${seed} ${repo} fixes`), perKind)) {
    if (!isCheckedOut(tree, question.commit)) continue;
    const server = await startServer(tree, cacheDir);
    const answers = [];
    for (const budget of FIX_BUDGETS) answers.push(readAnswer(await server.ask(question.query, budget, { explain: true })));
    await server.stop();
    const plain = baselineOf(tree, (path) => !isTested(path))(question.query);
    const bm25 = judgeFix(
      question,
      FIX_BUDGETS.map(() => plain),
    );
    const { places, printed } = answers.at(-1);
    rows.push({ row: { repo, language, half, kind: 'fixes', ours: judgeFix(question, answers), bm25 }, question, places, printed });
  }
  return rows;
}
