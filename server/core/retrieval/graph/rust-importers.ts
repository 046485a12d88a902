/** Files of Rust that import a module by its path, `use crate::shop::cart;` or in a group of such. What they take from it has edges of its own. */
import type { ChunkRecord } from '../../model/chunk.js';
import type { EdgeRecord, IndexReader } from '../ports.js';
import type { Step } from './graph-steps.js';
import { crateOf } from './mentions/possible-targets.js';

/** Imports that are read of the name of a module. */
const MAX_EDGES = 2_000;

export function rustImporters(reader: IndexReader, module: ChunkRecord): Step[] {
  const segments = module.language === 'rust' ? moduleSegments(module) : [];
  const name = segments.at(-1);
  if (name === undefined) return [];
  const wanted = segments.join('::');
  const edges = reader.edgesTo([name], MAX_EDGES, ['import']).filter((edge) => edge.toId === null && edge.path !== module.path);
  const users = new Map(reader.chunks([...new Set(edges.map(({ fromId }) => fromId))]).map((record) => [record.id, record]));
  return edges.flatMap((edge): Step[] => {
    const to = users.get(edge.fromId);
    const isMeant = to?.language === 'rust' && importedModules(edge, to, module).includes(wanted);
    return isMeant ? [{ from: module, to, kind: 'imported_by', edge, isGuess: false }] : [];
  });
}

/** `['shop', 'cart']` of `src/shop/cart.rs` and of `src/shop/cart/mod.rs`; none of the root of a crate. */
function moduleSegments(file: ChunkRecord): readonly string[] {
  const inCrate = /^src\/(.*)\.rs$/.exec(file.path.slice(crateOf(file).length))?.[1] ?? '';
  return inCrate
    .replace(/(?:^|\/)mod$|^(?:lib|main)$/, '')
    .split('/')
    .filter(Boolean);
}

/** The modules of the crate of `module` that an import may name, as paths from the root of the crate. */
function importedModules({ name, qualifier }: EdgeRecord, from: ChunkRecord, module: ChunkRecord): readonly string[] {
  // An import of itself, `use mail::{self}`, has the name at the end already.
  const written = (qualifier ?? '').split('::').filter(Boolean);
  const isOwnCrate = crateOf(from) === crateOf(module);
  const [first, ...rest] = written;
  const below = (base: readonly string[], names: readonly string[]): string[] => [
    [...base, ...names, name].join('::'),
    [...base, ...names].join('::'),
  ];
  if (first === 'crate') return isOwnCrate ? below([], rest) : [];
  const around = moduleSegments(from);
  if (first === 'self') return isOwnCrate ? below(around, rest) : [];
  if (first === 'super') {
    const levels = written.findIndex((segment) => segment !== 'super');
    const names = levels < 0 ? [] : written.slice(levels);
    return isOwnCrate ? below(around.slice(0, around.length - (levels < 0 ? written.length : levels)), names) : [];
  }
  if (isOwnCrate) return below(around, written);
  // Of another crate of the workspace, which is named like its folder.
  return crateOf(module).split('/').at(-2)?.replaceAll('-', '_') === first ? below([], rest) : [];
}
