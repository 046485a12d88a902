/** Functions of C that are assigned to members of structs: `stream->control = dvd_control;`. A call of the member may reach them. */
import { escapePattern } from '../../../util/escape-pattern.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { familyOf } from '../../model/language.js';
import type { IndexReader } from '../ports.js';
import { accessesOf } from './member-accesses.js';
import { chunksNamed } from './neighbours.js';
import { TextTypes } from './text-types.js';

const MAX_DEFINITIONS = 200;

/** A member that a function is assigned to, and where. */
export interface Assigned {
  readonly member: ChunkRecord;
  readonly function: ChunkRecord;
  readonly path: string;
  /** 0-based. */
  readonly line: number;
}

/**
 * The members that a function is assigned to.
 * @param places mentions of the function that mean no other one
 */
export function membersAssigned(
  reader: IndexReader,
  assigned: ChunkRecord,
  places: readonly { readonly fromId: number; readonly path: string; readonly line: number }[],
): readonly Assigned[] {
  const types = new TextTypes(reader);
  const form = new RegExp(
    `(?<![\\w.>)\\]])((?:\\w{1,60}(?:->|\\.)){1,5})(\\w{1,60})\\s{0,20}=\\s{0,9}&?${escapePattern(assigned.name)}\\s{0,9};`,
  );
  const around = new Map(reader.chunks([...new Set(places.map(({ fromId }) => fromId))]).map((record) => [record.id, record]));
  return places.flatMap(({ fromId, path, line }): Assigned[] => {
    const record = around.get(fromId);
    if (!record) return [];
    const { start, text } = types.lineIn(record, line);
    const [whole, values = '', name = ''] = form.exec(text) ?? [];
    const type = whole === undefined ? null : types.ofPath(values.split(/->|\./).filter(Boolean), record, start + text.indexOf(whole));
    if (type === null) return [];
    const [member] = types.named.membersOf(type, name, record);
    return member ? [{ member, function: assigned, path, line }] : [];
  });
}

/** The functions that are assigned to members. */
export function functionsAssigned(reader: IndexReader, members: readonly ChunkRecord[]): readonly Assigned[] {
  const fields = members.filter(({ language, symbolKind }) => familyOf(language) === 'c' && symbolKind === 'field');
  return accessesOf(reader, fields).flatMap(({ member, record, line, text }): Assigned[] => {
    const value = new RegExp(`(?:->|\\.)${escapePattern(member.name)}\\s{0,20}=\\s{0,9}&?([A-Za-z_]\\w{0,80})\\s{0,9};`).exec(text)?.[1];
    const named = value === undefined ? [] : reader.chunks(chunksNamed(reader, [value], MAX_DEFINITIONS).get(value) ?? []);
    const functions = named.filter(({ symbolKind, bodySpan }) => symbolKind === 'function' && bodySpan !== null);
    const meant = functionMeant(functions, record.path);
    return meant ? [{ member, function: meant, path: record.path, line }] : [];
  });
}

/** Of functions of one name the one that a file means: its own, or the only one; null where several may be meant. */
export function functionMeant(functions: readonly ChunkRecord[], path: string): ChunkRecord | null {
  const own = functions.filter((one) => one.path === path);
  const [meant, other] = own.length ? own : functions;
  return meant && !other ? meant : null;
}
