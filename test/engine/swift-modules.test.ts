/** Swift, without a language server: which type a name means where several are nested in others, and what `import enum Module.Name` imports. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const source = `
-- Sources/Model/Reference.swift --
public struct Reference {
    public init(name: String) { self.name = name }
    let name: String
}
-- Sources/Store/State.swift --
import struct Model.Reference
enum Storage {
    struct V7 {
        struct Reference {
            init(name: String) {}
        }
        func read() -> Reference { Reference(name: "x") }
    }
    struct V6 {
        struct Reference {
            init(name: String) {}
        }
    }
}
-- Sources/Graph/Graph.swift --
import Model
import enum Utility.Notes
struct Graph {
    func root() -> String { Reference(name: "root").name }
}
-- Sources/Plugin/Notes.swift --
public enum Notes {}
-- Sources/Store/Editing.swift --
import enum Plugin.Notes
struct UnsupportedVersion {
    let currentVersion: Int
}
struct Version {}
`;

test('swift: nested types are meant within what is around them, and modules by their folders', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const { items: callers } = await engine.related({ symbol: 'Reference.init', kinds: ['called_by'] });
  assert.ok(callers.some(({ symbol }) => symbol.qualifiedName === 'Graph.root'));
  const { items: importers } = await engine.related({ symbol: 'Notes', kinds: ['imported_by'] });
  assert.deepEqual(
    importers.map(({ symbol }) => symbol.path),
    ['Sources/Store/Editing.swift'],
  );
  const { items: users } = await engine.related({ symbol: 'Version.currentVersion', kinds: ['used_by'] });
  assert.deepEqual(users, []);
});
