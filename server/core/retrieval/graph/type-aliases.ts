/** Other names of types: of C `typedef struct size { … } size_t`, `typedef struct size size_t`; of Kotlin, Swift and Dart `typealias Size = shop.Size`. */
import { remembered } from '../../../util/remembered.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { familyOf } from '../../model/language.js';
import { isType } from '../../model/symbol.js';
import type { IndexReader } from '../ports.js';
import { chunksNamed } from './neighbours.js';

const MAX_EDGES = 2_000;
/** Characters behind a struct in which its other name is. */
const MAX_TAIL = 120;
const TAIL = /^\}\s{0,20}\*?([A-Za-z_]\w{0,80})\s{0,9}(?:,[^;]{0,80})?;/;

/** Names that stand for any of the types, their own ones left out. */
export function typeAliases(reader: IndexReader, types: readonly ChunkRecord[]): ReadonlySet<string> {
  const own = types.filter(({ language }) => familyOf(language) === 'c');
  const names = new Set<string>();
  for (const type of own) {
    const { id, name } = type;
    const tail = tailOf(reader, type);
    if (tail !== undefined && tail !== name) names.add(tail);
    const mentions = [...reader.edgesTo([name], MAX_EDGES, ['type']), ...reader.edgesInto([id], MAX_EDGES)];
    const users = reader.chunks([...new Set(mentions.map(({ fromId }) => fromId))]);
    for (const one of users) if (one.symbolKind === 'type' && ALIAS.exec(one.signature)?.[1] === name) names.add(one.name);
  }
  return names;
}

/** The types that a name stands for: those that have it, or else those that it is another name of. */
export function typesNamed(reader: IndexReader, name: string): readonly ChunkRecord[] {
  const own = reader.chunks(chunksNamed(reader, [name], MAX_NAMED).get(name) ?? []).filter(({ language }) => familyOf(language) === 'c');
  if (own.some(isStruct)) return own;
  const targets = own.flatMap(({ signature }) => ALIAS.exec(signature)?.[1] ?? []).filter((target) => target !== name);
  const meant = reader.chunks([...chunksNamed(reader, targets, MAX_NAMED).values()].flat());
  const users = reader.chunks([...new Set(reader.edgesTo([name], MAX_EDGES, ['type']).map(({ fromId }) => fromId))]);
  return [...own, ...meant, ...users.filter((one) => tailOf(reader, one) === name)];
}

const isStruct = ({ symbolKind }: ChunkRecord): boolean => symbolKind !== 'type' && isType(symbolKind);

/** `typedef struct size size_t`. Group: the type. */
const ALIAS = /^typedef\s+(?:const\s+)?(?:(?:struct|union|enum|class)\s+)?(\w+)\b[\s*]*\w+$/;
const MAX_NAMED = 20;

/** `size_t` of `typedef struct size { … } size_t;`. */
function tailOf(reader: IndexReader, { span, fileId, signature }: ChunkRecord): string | undefined {
  if (!signature.startsWith('typedef')) return undefined;
  const text = reader.fileText(fileId) ?? '';
  const close = text.lastIndexOf('}', span.end);
  return close < span.start ? undefined : TAIL.exec(text.slice(close, close + MAX_TAIL))?.[1];
}

/** For the name of a type of C that of the struct which it stands for; the name itself where it stands for none. */
export function structNames(reader: IndexReader): (name: string) => string {
  const known = new Map<string, string>();
  return (name) =>
    remembered(known, name, () => {
      const types = typesNamed(reader, name);
      return types.some((one) => one.name === name && isStruct(one)) ? name : (types.find(isStruct)?.name ?? name);
    });
}

/** `typealias Size = shop.Size`. Group: the type. */
const NAMED = /^(?:\w+ ){0,3}(?:typealias|typedef)\s+\w+\s*=\s*([A-Za-z_][\w.]*)$/;
const namesTypes: ReadonlySet<string> = new Set(['kotlin', 'swift', 'dart']);

/** For the path of a type in a language the one of the type that it is declared as another name of; the path itself where it is none. */
export function aliasedPaths(reader: IndexReader): (path: string, language: string) => string {
  const known = new Map<string, string>();
  return (path, language) =>
    !namesTypes.has(language)
      ? path
      : remembered(known, `${language} ${path}`, () => {
          const name = path.slice(path.lastIndexOf('.') + 1);
          const own = reader
            .chunks(chunksNamed(reader, [name], MAX_NAMED).get(name) ?? [])
            .filter((one) => one.language === language && one.kind === 'symbol');
          const [target, ...others] = new Set(
            own.flatMap(({ symbolKind, signature }) => (symbolKind === 'type' ? (NAMED.exec(signature)?.[1] ?? []) : [])),
          );
          return target !== undefined && !others.length && own.length === 1 ? target : path;
        });
}
