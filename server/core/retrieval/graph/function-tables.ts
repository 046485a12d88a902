/**
 * Functions in tables of C: `static const struct file_operations fops = { .read = my_read, … }`. The function implements the member that the
 * struct declares, and a call of that member may reach it. Tables are read from the text, by the names of members or by their order. So does a
 * function that is assigned to the member (`assigned-functions.ts`).
 */
import { remembered } from '../../../util/remembered.js';
import { LineIndex } from '../../../util/text.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { familyOf } from '../../model/language.js';
import type { SymbolKind } from '../../model/symbol.js';
import { namePosition } from '../assemble/show-chunk.js';
import type { IndexReader } from '../ports.js';
import { functionMeant, functionsAssigned, membersAssigned } from './assigned-functions.js';
import { type Step, stepsIn } from './graph-steps.js';
import { memberKinds } from './mentions/possible-targets.js';
import { chunksNamed } from './neighbours.js';
import { typeAliases, typesNamed } from './type-aliases.js';

/** One value of a table. */
interface Held {
  /** Of the struct that the table is of. */
  readonly type: string;
  /** The member that it is written for; null where only its place says which. */
  readonly member: string | null;
  readonly place: number;
  readonly value: string;
  /** 0-based. */
  readonly line: number;
}

interface Table {
  /** The struct that it is of, and its own name. */
  readonly type: string;
  readonly name: string;
  /** 0-based. */
  readonly line: number;
  readonly held: readonly Held[];
}

/** Files whose tables are read for one question, and values of one table. */
const MAX_FILES = 300;
const MAX_TABLE_CHARS = 100_000;
const MAX_EDGES = 2_000;

/** The functions that tables hold for these members: `extended_by`. */
export function implementersInTables(reader: IndexReader, members: readonly ChunkRecord[]): Step[] {
  const tables = new Tables(reader);
  const byStruct = new Map<number, readonly (Held & { readonly path: string })[]>();
  // Of many members those that are written as pointers to functions: `int (*read)(void)`.
  const isMeant = (member: ChunkRecord): boolean => isField(member) && (members.length === 1 || /\(\s*\*/.test(member.signature));
  return members.filter(isMeant).flatMap((member) => {
    const [struct] = reader.chunks(member.parentId === null ? [] : [member.parentId]);
    if (!struct) return [];
    const place = placeOf(reader, member);
    const held = remembered(byStruct, struct.id, () =>
      tables.of(struct).flatMap(({ path, table }) => table.held.map((one) => ({ path, ...one }))),
    ).filter((one) => (one.member === null ? one.place === place : one.member === member.name));
    const functions = functionsNamed(
      reader,
      held.map(({ value }) => value),
    );
    const inTables = held.flatMap(({ path, value, line }) => {
      const meant = functionMeant(functions.get(value) ?? [], path);
      return meant ? [{ function: meant, path, line }] : [];
    });
    const seen = new Set<number>();
    return [...inTables, ...functionsAssigned(reader, [member])].flatMap(({ function: to, path, line }): Step[] => {
      if (seen.has(to.id)) return [];
      seen.add(to.id);
      return [stepOf(reader, member, to, 'extended_by', { path, line })];
    });
  });
}

/** The tables of functions that are of these structs: `extended_by`. */
export function tablesOfStructs(reader: IndexReader, structs: readonly ChunkRecord[]): Step[] {
  const tables = new Tables(reader);
  return structs
    .filter(({ symbolKind, language }) => typeKinds.has(symbolKind) && familyOf(language) === 'c')
    .flatMap((struct) => {
      const found = tables.of(struct);
      const functions = functionsNamed(
        reader,
        found.flatMap(({ table }) => table.held.map(({ value }) => value)),
      );
      const named = found.filter(({ table }) => table.held.some(({ value }) => functions.get(value)?.length));
      const ids = chunksNamed(reader, [...new Set(named.map(({ table }) => table.name))], MAX_FILES);
      const records = reader.chunks([...new Set([...ids.values()].flat())]);
      return named.flatMap(({ path, table: { name, line } }): Step[] => {
        const to = records.find((one) => one.name === name && one.path === path && one.lines.start <= line && line < one.lines.end);
        if (!to) return [];
        const edge = { fromId: to.id, toId: struct.id, name: struct.name, qualifier: null, kind: 'implements' as const };
        return [{ from: struct, to, kind: 'extended_by', edge: { ...edge, path, line, provenance: to.provenance }, isGuess: false }];
      });
    });
}

const typeKinds: ReadonlySet<SymbolKind | null> = new Set(['struct', 'class', 'type']);

/** The members that tables hold these functions for: `extends`. */
export function membersOfTables(reader: IndexReader, functions: readonly ChunkRecord[]): Step[] {
  const tables = new Tables(reader);
  return functions
    .filter(({ symbolKind, language }) => symbolKind === 'function' && familyOf(language) === 'c')
    .flatMap((from) => {
      const mentions = [...reader.edgesTo([from.name], MAX_EDGES), ...reader.edgesInto([from.id], MAX_EDGES)];
      const meant = new Set(
        [...new Set(mentions.map(({ path }) => path))].filter((path) => mayMean(reader, path, from)).slice(0, MAX_FILES),
      );
      const uses = mentions.filter(({ kind, path }) => kind === 'use' && meant.has(path));
      const paths = [...new Set(uses.map(({ path }) => path))];
      const held = paths.flatMap((path) =>
        tables.in(path).flatMap(({ held: values }) => values.flatMap((one) => (one.value === from.name ? [{ path, ...one }] : []))),
      );
      const inTables = held.map(({ path, type, member, place, line }) => {
        return { member: fieldsOf(reader, type).find((field, i) => (member === null ? i === place : field.name === member)), path, line };
      });
      const seen = new Set<number>();
      return [...inTables, ...membersAssigned(reader, from, uses)].flatMap(({ member: to, path, line }): Step[] => {
        if (!to || seen.has(to.id)) return [];
        seen.add(to.id);
        return [stepOf(reader, from, to, 'extends', { path, line })];
      });
    });
}

/** Calls of the members that tables hold these functions for: they may reach each of the functions. */
export function callsThroughTables(reader: IndexReader, functions: readonly ChunkRecord[]): Step[] {
  const members = membersOfTables(reader, functions).map(({ to }) => to);
  const calls = members.length ? stepsIn(reader, members).filter(({ edge }) => edge.kind === 'call') : [];
  return calls.map((step) => ({ ...step, base: 'declared' }));
}

/** Whether a name in a file may mean a function of another one: not where the function is static, or the file has one of the name itself. */
function mayMean(reader: IndexReader, path: string, { name, path: own, signature, id }: ChunkRecord): boolean {
  if (path === own) return true;
  if (/^(?:\w+\s+)*static\b/.test(signature)) return false;
  const ids = chunksNamed(reader, [name], MAX_FILES).get(name) ?? [];
  return !reader.chunks(ids).some((one) => one.path === path && one.symbolKind === 'function' && one.bodySpan !== null && one.id !== id);
}

const isField = ({ symbolKind, language, parentId }: ChunkRecord): boolean =>
  memberKinds.has(symbolKind) && familyOf(language) === 'c' && parentId !== null;

/** A function is proved by the line that names it; that it is held, by the line of the table, unless that is in another file. */
function stepOf(
  reader: IndexReader,
  from: ChunkRecord,
  to: ChunkRecord,
  kind: 'extends' | 'extended_by',
  table: { readonly path: string; readonly line: number },
): Step {
  const [held, member] = kind === 'extends' ? [from, to] : [to, from];
  const { path, provenance, id: fromId } = held;
  const isTable = kind === 'extends' && table.path === path;
  const line = isTable ? table.line : namePosition(reader.fileText(held.fileId) ?? '', held).nameLine;
  const edge = { fromId, toId: member.id, name: held.name, qualifier: null, kind: 'implements' as const, path, line, provenance };
  return { from, to, kind, edge, isGuess: false };
}

/** The members of a struct in their order, by its name or that of a type that stands for it. */
function fieldsOf(reader: IndexReader, type: string): readonly ChunkRecord[] {
  const struct = typesNamed(reader, type).find(({ id, symbolKind }) => symbolKind !== 'function' && reader.children(id).length);
  return struct ? inOrder(reader, struct.id) : [];
}

const inOrder = (reader: IndexReader, struct: number): readonly ChunkRecord[] =>
  reader
    .chunks(reader.children(struct).map(({ id }) => id))
    .filter(({ symbolKind }) => memberKinds.has(symbolKind))
    .sort((a, b) => a.span.start - b.span.start);

const placeOf = (reader: IndexReader, { parentId, id }: ChunkRecord): number =>
  inOrder(reader, parentId as number).findIndex((one) => one.id === id);

/** Definitions of functions by name. */
function functionsNamed(reader: IndexReader, names: readonly string[]): Map<string, ChunkRecord[]> {
  const found = chunksNamed(reader, [...new Set(names)], MAX_FILES);
  const records = new Map(reader.chunks([...found.values()].flat()).map((record) => [record.id, record]));
  const isMeant = (record: ChunkRecord | undefined): record is ChunkRecord => record?.symbolKind === 'function' && record.bodySpan !== null;
  return new Map([...found].map(([name, ids]) => [name, ids.map((id) => records.get(id)).filter(isMeant)]));
}

class Tables {
  readonly #reader: IndexReader;
  readonly #tables = new Map<string, readonly Table[]>();

  constructor(reader: IndexReader) {
    this.#reader = reader;
  }

  /** The tables of a struct in the files that name it, or what stands for it. */
  of(struct: ChunkRecord): { readonly path: string; readonly table: Table }[] {
    const names = new Set([struct.name, ...typeAliases(this.#reader, [struct])]);
    const mentions = [...this.#reader.edgesTo([...names], MAX_EDGES), ...this.#reader.edgesInto([struct.id], MAX_EDGES)];
    const paths = [...new Set(mentions.map(({ path }) => path))].slice(0, MAX_FILES);
    return paths.flatMap((path) => this.in(path).flatMap((table) => (names.has(table.type) ? [{ path, table }] : [])));
  }

  in(path: string): readonly Table[] {
    return remembered(this.#tables, path, () => {
      const file = this.#reader.file(path);
      return file && familyOf(file.language) === 'c' ? tablesIn(this.#reader.fileText(file.id) ?? '') : [];
    });
  }
}

const TABLE =
  /(?<![\w.])(?:struct\s+)?(?!(?:static|const|extern|struct|return|else|typedef)\b)([A-Za-z_]\w*)\s+\*?([A-Za-z_]\w*)\s*(\[[^\]\n]{0,80}\]\s*)?(?:[A-Za-z_]\w*(?:\([^;={}\n]{0,80}\))?\s*)?=\s*\{/g;

/** The tables in a text of C. Pure. */
function tablesIn(text: string): Table[] {
  const lines = new LineIndex(text);
  return [...text.matchAll(TABLE)].map((match) => {
    const [whole, type = '', name = '', array] = match;
    const held: Held[] = [];
    const read = (start: number, isArray: boolean): void => {
      for (const [i, { at, entry }] of entriesOf(text, start).entries()) {
        const inner = isArray ? /^(?:\[[^\]]{0,80}\]\s*=\s*)?\{/.exec(entry)?.[0].length : undefined;
        if (inner !== undefined) read(at + inner, false);
        const [, member, old, value] = VALUE.exec(entry) ?? [];
        if (value && !isArray) held.push({ type, member: member ?? old ?? null, place: i, value, line: lines.lineAt(at) });
      }
    };
    read(match.index + whole.length, array !== undefined);
    return { type, name, line: lines.lineAt(match.index), held };
  });
}

/** `.read = my_read`, `read: my_read` of old, or `my_read` alone, perhaps cast or with `&`. */
const VALUE = /^(?:\.([A-Za-z_]\w*)\s*=\s*|([A-Za-z_]\w*)\s*:\s*)?(?:\(.{1,120}\)\s*)?&?([A-Za-z_]\w*)$/;

/** What stands between the commas of a list from behind its opening brace, without comments. */
function entriesOf(text: string, start: number): { readonly at: number; readonly entry: string }[] {
  const found: { at: number; entry: string }[] = [];
  let depth = 0;
  let at = -1;
  let entry = '';
  const end = (): void => {
    if (entry.trim()) found.push({ at, entry: entry.trim() });
    at = -1;
    entry = '';
  };
  const last = Math.min(text.length, start + MAX_TABLE_CHARS);
  for (let i = start; i < last; i++) {
    const skipped = /["'/]/.test(text[i] as string) ? SKIPPED.exec(text.slice(i, i + 2_000))?.[0] : undefined;
    if (skipped) {
      if (!skipped.startsWith('/')) entry += skipped;
      i += skipped.length - 1;
      continue;
    }
    const c = text[i] as string;
    if (c === '}' && depth === 0) break;
    if (c === '{' || c === '(' || c === '[') depth++;
    else if (c === '}' || c === ')' || c === ']') depth--;
    if (c === ',' && depth === 0) end();
    else {
      if (at < 0 && /\S/.test(c)) at = i;
      entry += c;
    }
  }
  end();
  return found;
}

/** A comment, a string or a character. */
const SKIPPED = /^(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/;
