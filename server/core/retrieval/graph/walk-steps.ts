/** The steps of a walk over relations: out of symbols, and into them, from whatever states one. */
import { escapePattern } from '../../../util/escape-pattern.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { hasReceiver, isFunction } from '../../model/symbol.js';
import type { IndexReader } from '../ports.js';
import { importsOfFiles } from './find-importers.js';
import { usersOfFixtures } from './fixture-uses.js';
import { callsForeignValues } from './foreign-calls.js';
import { callsThroughTables, implementersInTables, membersOfTables, tablesOfStructs } from './function-tables.js';
import { implementersOfGenerated, usersOfGenerated } from './generated-code.js';
import { usersOfGlobals } from './global-uses.js';
import { type Step, stepsIn, stepsOut } from './graph-steps.js';
import { isOfOtherType, usersOfMembers } from './member-accesses.js';
import { implementing, mentionsOfBases, overridden, overriders, shadowing } from './override-family.js';

export const outward = (reader: IndexReader, frontier: readonly ChunkRecord[]): Step[] => [
  ...stepsOut(reader, frontier),
  ...overridden(reader, frontier),
  ...membersOfTables(reader, frontier),
];

/** @param overriding those whose callers may call a member of the type above instead */
export function inward(reader: IndexReader, frontier: readonly ChunkRecord[], overriding: readonly ChunkRecord[]): Step[] {
  const isOther = isOfOtherType(reader);
  const isForeign = callsForeignValues(reader);
  const isOfForeign = ({ from, to, edge, isGuess }: Step): boolean =>
    isGuess && from.symbolKind === 'method' && edge.kind === 'call' && edge.toId === null && isForeign(to, from);
  const pairOf = ({ from, to }: Step): string => `${from.id} ${to.id}`;
  const accesses = usersOfMembers(reader, frontier);
  const certain = new Set(accesses.filter(({ isGuess }) => !isGuess).map(pairOf));
  const mentions = stepsIn(reader, frontier).filter(
    (step) => !isOther(step) && !isOfForeign(step) && !(step.isGuess && certain.has(pairOf(step))),
  );
  const known = new Set(mentions.map(pairOf));
  const tables = tablesOfStructs(reader, frontier);
  // That a table names the type of its struct is said by that.
  const isTable = ({ to, edge }: Step): boolean => tables.some((one) => one.to.id === to.id && one.edge.line === edge.line);
  return [
    ...mentions.filter((step) => !isTable(step)),
    ...tables,
    ...accesses.filter((step) => !known.has(pairOf(step))),
    ...usersOfGlobals(reader, frontier).filter((step) => !known.has(pairOf(step))),
    ...usersOfFixtures(reader, frontier).filter((step) => !known.has(pairOf(step))),
    ...aroundClosures(reader, frontier).filter((step) => !known.has(pairOf(step))),
    ...overriders(reader, frontier),
    ...shadowing(reader, frontier),
    ...implementing(reader, frontier),
    ...usersOfGenerated(reader, frontier),
    ...implementersOfGenerated(reader, frontier),
    ...mentionsOfBases(reader, overriding),
    ...implementersInTables(reader, frontier),
    ...callsThroughTables(reader, frontier),
    ...importsOfFiles(reader, frontier),
  ];
}

/** What the template of a component mentions is known, and its script hands everything over. */
const WITH_TEMPLATES: ReadonlySet<string> = new Set(['vue', 'svelte', 'astro']);

/** From closures to the function around each, which calls it or hands it over: local names are no mentions of the index. */
function aroundClosures(reader: IndexReader, frontier: readonly ChunkRecord[]): Step[] {
  // What is put into a table there (Lua) has no name of its own.
  const closures = frontier.filter((record) => isFunction(record.symbolKind) && record.parentId !== null && !hasReceiver(record));
  const owners = new Map(reader.chunks([...new Set(closures.flatMap(({ parentId }) => parentId ?? []))]).map((owner) => [owner.id, owner]));
  return closures.flatMap((from): Step[] => {
    const to = owners.get(from.parentId as number);
    if (!to || !isFunction(to.symbolKind) || WITH_TEMPLATES.has(to.language)) return [];
    const lines = (reader.fileText(to.fileId) ?? '').split(/\r\n|\r|\n/);
    const own = new RegExp(`(?<![\\w$.])${escapePattern(from.name)}(?![\\w$])`);
    const isOutside = (line: number): boolean => line < from.lines.start || line >= from.lines.end;
    const line = lines.findIndex((text, at) => at >= to.lines.start && at < to.lines.end && isOutside(at) && own.test(text));
    if (line < 0) return [];
    const { name, path, provenance } = from;
    const edge = { fromId: to.id, toId: from.id, name, qualifier: null, kind: 'call' as const, path, line, provenance };
    return [{ from, to, kind: 'called_by', edge, isGuess: false }];
  });
}
