/** What imports a file. */

import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import { isTestCode } from '../../model/test-code.js';
import type { EdgeRecord, IndexReader } from '../ports.js';
import { addUse, type User } from './find-users.js';
import { type Step, stepsIn } from './graph-steps.js';
import { importedFiles, isOfFile } from './imported-files.js';
import { javascriptImporters } from './javascript-importers.js';
import { goPackages } from './mentions/go-packages.js';
import { moduleNames } from './mentions/lua-modules.js';
import { implementationOf } from './mentions/possible-targets.js';
import { filesOnce } from './neighbours.js';
import { lineOfName } from './proof-lines.js';
import { pythonImporters } from './python-importers.js';
import { rustImporters } from './rust-importers.js';

/** Edges that are read of the names of modules. */
const MAX_EDGES = 2_000;

/** Imports of whole files by their paths, which name no symbol of them: `export * from './cart'`, `#include "shop/cart.h"`. */
export function importsOfFiles(reader: IndexReader, modules: readonly ChunkRecord[]): Step[] {
  return modules
    .filter((record) => record.kind === 'module' || moduleNames(reader, record).length > 0)
    .flatMap((from): Step[] => {
      const edges = from.language === 'go' ? importsOfPackage(reader, from) : importsByPath(reader, from);
      const users = new Map(reader.chunks([...new Set(edges.map(({ edge }) => edge.fromId))]).map((record) => [record.id, record]));
      const found = edges.flatMap(({ edge, isGuess }): Step[] => {
        const to = users.get(edge.fromId);
        return to ? [{ from, to, kind: 'imported_by', edge, isGuess }] : [];
      });
      return [...found, ...javascriptImporters(reader, from), ...pythonImporters(reader, from), ...rustImporters(reader, from)];
    });
}

interface ImportEdge {
  readonly edge: EdgeRecord;
  readonly isGuess: boolean;
}

function importsByPath(reader: IndexReader, module: ChunkRecord): ImportEdge[] {
  const { name, path } = module;
  // A file `index` is imported by the name of its folder.
  const names = new Set([name, ...moduleNames(reader, module), ...path.split('/').slice(-2, -1)]);
  return reader.edgesTo([...names], MAX_EDGES, ['import']).flatMap((edge) => {
    if (edge.toId !== null || edge.path === path) return [];
    const paths = isOfFile(edge) ? importedFiles(reader, edge.qualifier ?? '', edge.path) : [];
    return paths.includes(path) ? [{ edge, isGuess: new Set(paths.map(implementationOf)).size > 1 }] : [];
  });
}

/** Go: imports of the package that a file is part of. */
function importsOfPackage(reader: IndexReader, { path }: ChunkRecord): ImportEdge[] {
  const module = goPackages(reader)(path);
  const edges = module ? reader.edgesTo([module.slice(module.lastIndexOf('/') + 1)], MAX_EDGES, ['import']) : [];
  return edges.flatMap((edge) => (edge.qualifier === module ? [{ edge, isGuess: false }] : []));
}

/** Files that import the file of a module, each with the lines of its imports. */
export function findImporters(
  reader: IndexReader,
  modules: readonly ChunkRecord[],
  accept: ((record: ChunkRecord) => boolean) | null,
): User[] {
  const files = new Set(modules.map(({ fileId }) => fileId));
  const inside = [...files].flatMap((id) => reader.chunksOfFile(id));
  const { linesOf } = filesOnce(reader);
  const users = new Map<number, User>();
  for (const { to, edge, isGuess } of [...stepsIn(reader, inside), ...importsOfFiles(reader, modules)]) {
    if (edge.kind !== 'import' || isGuess || files.has(to.fileId) || (accept && !accept(to))) continue;
    const of = modules[0] as ChunkRecord;
    const line = lineOfName(linesOf(to), edge.line, edge.name);
    addUse(users, to.fileId, { record: to, kind: 'import', lines: [line], of, provenance: edge.provenance, isGuess: false });
  }
  const isTest = ({ record }: User): number => Number(isTestCode(record));
  return [...users.values()].sort((a, b) => isTest(a) - isTest(b) || comparePlaces(a.record, b.record));
}
