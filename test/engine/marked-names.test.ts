/** Names of Ruby that end with a mark, at the end of a question. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const source = `
-- lib/store.rb --
class Store
  # Whether it matches params.
  def accepts?(key)
    matches_params?(key)
  end

  def matches_params?(params)
    params.any?
  end
end
`;

test('a name that ends with a question mark is asked for with one', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const first = async (query: string): Promise<string | undefined> => (await engine.retrieve({ query })).results[0]?.qualifiedName;
  assert.equal(await first('definition of matches_params?'), 'Store.matches_params?');
  assert.equal(await first('who calls matches_params?'), 'Store.accepts?');
});
