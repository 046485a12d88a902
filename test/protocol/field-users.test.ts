/** Users of a field without a language server: lines that have its name, those of its own type first. */
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
      const usersOf = async (symbol: string): Promise<{ places: string[]; notes: string[] }> => {
        const { textMatches, notes } = await call('find_related', { symbol, relations: ['used_by'] });
        return { places: textMatches.map(({ path, line }: Json) => `${path}:${line}`), notes };
      };
      // Those of the own type come first, then those behind values.
      const size = await usersOf('History.max_size');
      assert.deepEqual(size.places.slice(0, 3), ['src/history.rs:8', 'src/history.rs:14', 'src/repl.rs:2']);
      assert.ok(
        size.notes.some((note) => /\d+ more lines contain max_size/.test(note)),
        size.notes.join('\n'),
      );

      // A common name stands for the field behind `self` within its type.
      const path = await usersOf('History.path');
      assert.deepEqual(path.places, ['src/history.rs:8']);
      assert.ok(
        path.notes.some((note) => note.includes('lines with path behind other values are not listed: 1')),
        path.notes.join('\n'),
      );
    });
  } finally {
    workspace.remove();
  }
});
