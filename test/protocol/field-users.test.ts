/** Users of a field without a language server: those that the text proves, then lines that have its name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { withMcp } from '../support/mcp-client.js';
import type { Json } from '../support/test-client.js';

const others = Array.from(
  { length: 30 },
  (_, i) => `pub fn limit_${i}(max_size: u64, path: &str) -> u64 {\n    max_size + path.len()\n}\n`,
);

const shop = `
-- src/history.rs --
pub struct History {
    pub max_size: u64,
    path: String,
}

impl History {
    pub fn is_full(&self) -> bool {
        self.max_size <= 1 && self.path.is_empty()
    }
}

impl Default for History {
    fn default() -> Self {
        Self { max_size: 100, path: String::new() }
    }
}
-- src/limits.rs --
${others.join('\n')}
-- src/repl.rs --
pub fn start(history: &History) {
    open(history.max_size);
}

pub fn stop(parcel: &Parcel) {
    close(parcel.path);
}
`;

test('users of a field by the lines that have its name', async () => {
  const workspace = temporaryWorkspace(shop);
  try {
    const args = ['-w', workspace.folder, '--cache-dir', workspace.cacheDir];
    await withMcp({ args }, async ({ call }) => {
      const placeOf = ({ path, line }: Json): string => `${path}:${line}`;
      const usersOf = async (symbol: string): Promise<{ users: string[]; places: string[]; notes: string[] }> => {
        const { related, textMatches, notes } = await call('find_related', { symbol, relations: ['used_by'] });
        return { users: related.map(({ proof }: Json) => placeOf(proof)).sort(), places: textMatches.map(placeOf), notes };
      };
      const size = await usersOf('History.max_size');
      assert.deepEqual(size.users, ['src/history.rs:14', 'src/history.rs:8', 'src/repl.rs:2']);
      assert.ok(
        size.places.every((place) => place.startsWith('src/limits.rs')),
        String(size.places),
      );
      assert.ok(
        size.notes.some((note) => /\d+ more lines contain max_size/.test(note)),
        size.notes.join('\n'),
      );

      // A common name is listed where the value has the type.
      const path = await usersOf('History.path');
      assert.deepEqual(path.users, ['src/history.rs:14', 'src/history.rs:8']);
      assert.deepEqual(path.places, []);
      assert.ok(
        path.notes.some((note) => note.includes('lines with path behind other values are not listed: 1')),
        path.notes.join('\n'),
      );
    });
  } finally {
    workspace.remove();
  }
});
