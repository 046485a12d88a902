/**
 * Who uses a constant or a variable of C, C++, Dart, Kotlin or Swift that is written in small letters: the index holds no mention of such a name, which would be that of
 * any local value as well. Read from the lines with the name when a question needs them.
 */
import { escapePattern } from '../../../util/escape-pattern.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { familyOf } from '../../model/language.js';
import { endsInString, isCommentLine } from '../../model/line-forms.js';
import { isDistinctive, isFunction, isType, outerName } from '../../model/symbol.js';
import type { IndexReader } from '../ports.js';
import { linesWith } from '../recall/lines-with.js';
import type { Step } from './graph-steps.js';
import { innermostNamespace } from './innermost-namespace.js';
import { chunksNamed, isSameFamily } from './neighbours.js';

const MAX_LINES = 1_000;
const MAX_DEFINITIONS = 40;

/** `used_by` of such values, one for each user; a guess where the name is that of others too. */
export function usersOfGlobals(reader: IndexReader, values: readonly ChunkRecord[]): Step[] {
  const seen = new Set<string>();
  return values
    .filter((value) => isGlobal(reader, value))
    .flatMap((from) =>
      usersOf(reader, from).filter(({ to }) => !seen.has(`${from.id} ${to.id}`) && Boolean(seen.add(`${from.id} ${to.id}`))),
    );
}

const withGlobals: ReadonlySet<string> = new Set(['c', 'dart', 'kotlin', 'swift']);
/** In these a name before a colon is the label of an argument. */
const LABEL: Readonly<Record<string, string>> = { dart: '(?!\\s{0,3}:)', swift: '(?!\\s{0,3}:)', kotlin: '(?!\\s{0,3}=(?!=))' };

/** A member of an enumeration stands behind it; those of others than C are mentions of the index. */
const isMember = ({ symbolKind }: ChunkRecord): boolean => symbolKind === 'enumMember';

function isGlobal(reader: IndexReader, value: ChunkRecord): boolean {
  const { language, symbolKind, name, parentId } = value;
  if (!withGlobals.has(familyOf(language)) || !/^\p{Ll}/u.test(name) || !isDistinctive(name)) return false;
  if (isMember(value)) return familyOf(language) === 'c';
  const [parent] = parentId === null ? [] : reader.chunks([parentId]);
  return (
    (symbolKind === 'constant' || symbolKind === 'variable') && !(parent && (isFunction(parent.symbolKind) || isType(parent.symbolKind)))
  );
}

/** A member of an enumeration without a scope, which is named alone too. */
function isUnscoped(reader: IndexReader, { parentId }: ChunkRecord): boolean {
  const [parent] = parentId === null ? [] : reader.chunks([parentId]);
  return parent !== undefined && !/\benum\s{1,9}(?:class|struct)\b/.test(parent.signature);
}

function usersOf(reader: IndexReader, from: ChunkRecord): Step[] {
  const { name } = from;
  const named = reader.chunks(chunksNamed(reader, [name], MAX_DEFINITIONS).get(name) ?? []).filter((one) => isSameFamily(one, from));
  const declared = new Set(named.map(({ id }) => id));
  const owners = new Set(named.map(outerName));
  const isScoped = isMember(from) && !isUnscoped(reader, from);
  const scope = isScoped
    ? `(?<![\\w$])(${escapePattern(outerName(from))})\\s{0,3}::\\s{0,3}`
    : '(?<![\\w$.]|->)(?:(\\w{1,80})\\s{0,3}::\\s{0,3})?';
  const mention = new RegExp(`${scope}(?<![\\w$.]|->)${escapePattern(name)}(?![\\w$])${LABEL[from.language] ?? ''}`);
  /** Behind a scope that of the scope, else that of the innermost namespace. */
  const meaning = (to: ChunkRecord, written: string | undefined): 'sure' | 'guess' | 'other' => {
    if (isScoped || named.every(({ qualifiedName }) => qualifiedName === from.qualifiedName)) return 'sure';
    if (written !== undefined && owners.has(written)) return outerName(from) === written ? 'sure' : 'other';
    const meant = innermostNamespace(named, 1, to);
    return !meant.length ? 'guess' : meant.some(({ qualifiedName }) => qualifiedName === from.qualifiedName) ? 'sure' : 'other';
  };
  return linesWith(reader, name, MAX_LINES).flatMap(({ record: to, line, text }): Step[] => {
    const found = isSameFamily(to, from) && !declared.has(to.id) && !isCommentLine(text, to.language) ? mention.exec(text) : null;
    const meant = found && !endsInString(text.slice(0, found.index)) ? meaning(to, found[1]) : 'other';
    if (meant === 'other') return [];
    const { path, provenance } = to;
    const edge = { fromId: to.id, toId: from.id, name, qualifier: null, kind: 'use' as const, path, line, provenance };
    return [{ from, to, kind: 'used_by', edge, isGuess: meant === 'guess' }];
  });
}
