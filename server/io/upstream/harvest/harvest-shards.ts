/**
 * All of clangd's background index as facts, file by file: what asking for each identifier takes a minute for is read in
 * a tenth of a second. Locals, parameters and macros are not in it; no edge between chunks comes from those.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fact, FileFacts, Provenance, Target } from '../../../core/structure/facts.js';
import { messageOf } from '../../../util/bug.js';
import { readShard, type ShardPlace, type ShardReference, type ShardSymbol } from './clangd-shard.js';
import type { WorkspacePathOf } from './harvest-file.js';

export interface ShardHarvest {
  /** Facts of one file; null where the index does not have it. */
  factsOf(path: string): FileFacts | null;
  /** When the shard of a file was written; a file that is newer has to be asked about. */
  readonly writtenMs: ReadonlyMap<string, number>;
  readonly problems: readonly string[];
}

const isReference = 4;
/** A constructor and its class stand at the same place under one name: what is called is the former. */
const maxTargets = 4;

/** Reads in small steps: between two shards others have their turn. `folder`: the one that was given as --compile-commands-dir. */
export async function harvestShards(folder: string, provenance: Provenance, pathOf: WorkspacePathOf): Promise<ShardHarvest> {
  const symbols = new Map<string, ShardSymbol>();
  const byFile = new Map<string, ShardReference[]>();
  const writtenMs = new Map<string, number>();
  const problems: string[] = [];
  const place = join(folder, '.cache', 'clangd', 'index');
  let names: string[] = [];
  try {
    names = (await readdir(place)).filter((name) => name.endsWith('.idx'));
  } catch {
    problems.push(`no index in ${place}`);
  }
  for (const name of names) {
    try {
      const file = join(place, name);
      const { mtimeMs } = await stat(file);
      const shard = readShard(await readFile(file));
      for (const symbol of shard.symbols) {
        const known = symbols.get(symbol.id);
        if (!known || (!known.definition && symbol.definition)) symbols.set(symbol.id, symbol);
      }
      for (const reference of shard.references) {
        const path = pathOf(reference.place.uri);
        if (path === null) continue;
        const there = byFile.get(path);
        if (there) there.push(reference);
        else byFile.set(path, [reference]);
        writtenMs.set(path, mtimeMs);
      }
    } catch (error) {
      problems.push(`${name}: ${messageOf(error)}`);
    }
  }
  return {
    factsOf: (path) => {
      const references = byFile.get(path);
      return references ? { path, contentHash: '', provenance, facts: factsOf(references, symbols, pathOf), incomplete: null } : null;
    },
    writtenMs,
    problems,
  };
}

function factsOf(references: readonly ShardReference[], symbols: ReadonlyMap<string, ShardSymbol>, pathOf: WorkspacePathOf): Fact[] {
  const byPlace = new Map<string, ShardReference[]>();
  for (const reference of references) {
    if (!(reference.kind & isReference)) continue;
    const key = `${reference.place.line}:${reference.place.character}`;
    byPlace.set(key, [...(byPlace.get(key) ?? []), reference]);
  }
  const facts: Fact[] = [];
  for (const here of byPlace.values()) {
    const { line, character } = (here[0] as ShardReference).place;
    const targets: Target[] = [];
    let name = '';
    for (const { symbol } of here.slice(0, maxTargets)) {
      const meant = symbols.get(symbol);
      const target = meant && targetOf(meant.definition ?? meant.declaration, pathOf);
      if (meant) name = meant.name;
      if (target) targets.push(target);
    }
    // The offset is not known here: `placeFacts` adds it once the text is at hand.
    if (name)
      facts.push({
        occurrence: { name, start: -1, line, character },
        meaning: targets.length > 0 ? { kind: 'here', targets } : { kind: 'outside' },
      });
  }
  return facts;
}

function targetOf(place: ShardPlace | null, pathOf: WorkspacePathOf): Target | null {
  const path = place && pathOf(place.uri);
  return path === null ? null : { path, line: place!.line, character: place!.character };
}

/** Facts with the offsets that the text gives them; what lies outside of the text (the file changed) is left out. */
export function placeFacts(facts: FileFacts, lineStarts: readonly number[], contentHash: string): FileFacts {
  const placed = facts.facts.flatMap(({ occurrence, meaning }): Fact[] => {
    const start = lineStarts[occurrence.line];
    return start === undefined ? [] : [{ occurrence: { ...occurrence, start: start + occurrence.character }, meaning }];
  });
  return { ...facts, contentHash, facts: placed.sort((a, b) => a.occurrence.start - b.occurrence.start) };
}
