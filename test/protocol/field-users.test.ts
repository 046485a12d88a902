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

/** Lines with the name behind values of unknown types. */
const parcels = Array.from({ length: 10 }, (_, i) => `pub fn stop_${i}(parcel: &Parcel) {\n    close(parcel.path);\n}\n`);

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

      // A common name is listed where the value has the type, and elsewhere where it is on few lines.
      const path = await usersOf('History.path');
      assert.deepEqual(path.users, ['src/history.rs:14', 'src/history.rs:8']);
      assert.deepEqual(path.places, ['src/repl.rs:6']);
    });
  } finally {
    workspace.remove();
  }
});

test('many lines with the name of a field behind other values are counted', async () => {
  const workspace = temporaryWorkspace(`${shop}-- src/parcels.rs --\n${parcels.join('\n')}`);
  try {
    const args = ['-w', workspace.folder, '--cache-dir', workspace.cacheDir];
    await withMcp({ args }, async ({ call }) => {
      const { textMatches, notes } = await call('find_related', { symbol: 'History.path', relations: ['used_by'] });
      assert.deepEqual(textMatches, []);
      assert.ok(
        notes.some((note: string) => note.includes('lines with path behind other values are not listed: 11')),
        notes.join('\n'),
      );
    });
  } finally {
    workspace.remove();
  }
});
