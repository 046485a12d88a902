/** Users of symbols without language servers, as lines of their files. */
import type { TestContext } from 'node:test';
import type { RelatedKind } from '../../server/core/model/related.js';
import { engineOn, workspace } from './real-engine.js';

/** For a workspace: `name:line` of each line with a use, sorted; `~ ` before a guess. @param source a fixture, see `parseFixture` */
export async function usersIn(
  t: TestContext,
  source: string,
  kinds: readonly RelatedKind[] = ['used_by', 'called_by'],
): Promise<(symbol: string) => Promise<string[]>> {
  const engine = await engineOn(workspace(t, source), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  return async (symbol) => {
    const { items } = await engine.related({ symbol, kinds });
    const lines = items.flatMap(({ symbol: user, proof, moreProof, isGuess }) =>
      [...(proof ? [proof] : []), ...moreProof].map(({ line }) => `${isGuess ? '~ ' : ''}${user.qualifiedName}:${line + 1}`),
    );
    return lines.sort();
  };
}
