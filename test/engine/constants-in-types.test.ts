/** Constants of types in C# and Java: no types, and named alone only in their own type and those below it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const source = `
-- src/Limits.cs --
public static class Limits {
    public const int Guid = 1;
    public const int Weight = 2;
}
public class Scale {
    public const int Heaviest = 3;
    public int Top() { return Heaviest; }
}
public class FineScale : Scale {
    public int Most() { return Heaviest; }
}
-- src/Parcel.cs --
public class Parcel {
    public Guid Id(Guid first) { return Guid.NewGuid(); }
    public int Heavy() { return Weight + Heaviest; }
    public int Known() { return Limits.Weight; }
}
`;

test('a name alone means a constant around it or of a type above', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const usersOf = async (symbol: string): Promise<string[]> => {
    const { items } = await engine.related({ symbol, kinds: ['called_by', 'used_by'] });
    return items.map((item) => `${item.symbol.qualifiedName}${item.isGuess ? '?' : ''}`).sort();
  };
  assert.deepEqual(await usersOf('Limits.Guid'), []);
  assert.deepEqual(await usersOf('Limits.Weight'), ['Parcel.Known']);
  assert.deepEqual(await usersOf('Scale.Heaviest'), ['FineScale.Most', 'Scale.Top']);
});
