/** Packs what the index holds of a file. Only a file whose record gives exactly the same chunks, mentions and texts again is packed. */
import { hashOf } from '../../util/hash.js';
import { LineIndex } from '../../util/text.js';
import { describeFile } from '../chunking/describe-file.js';
import type { Chunk, ChunkMeta } from '../model/chunk.js';
import { NAMELESS } from '../model/component-name.js';
import type { OutlineReference } from '../model/symbol.js';
import {
  absent,
  derived,
  isOutlineProvenance,
  type PackedChunk,
  type PackedMeta,
  type PackedReference,
  type PackRecord,
  sameAsName,
} from './pack-record.js';
import { sliceString, type TextSlices } from './text-slices.js';
import { unpackRecord } from './unpack-record.js';

/** A file as the index holds it. Keys of chunks are not read. */
export interface FileToPack {
  readonly absolutePath: string;
  /** Path below its root. */
  readonly localPath: string;
  readonly contentHash: string;
  readonly language: string;
  readonly provenance: string;
  /** Masked. */
  readonly text: string;
  readonly chunks: readonly Chunk[];
  /** `from` is an index into `chunks`. */
  readonly references: readonly (OutlineReference & { readonly settled: boolean })[];
  /** Hashes of embedding texts, in the order of chunks and their parts. */
  readonly parts: readonly string[];
}

/** Without facts. Null where the file cannot be packed exactly. */
export function packFile(file: FileToPack): PackRecord | null {
  const { language, provenance, text, chunks, references } = file;
  if (!isOutlineProvenance(provenance)) return null;
  const index = new LineIndex(text);
  const strings = new StringTable(text);
  try {
    const record: PackRecord = {
      language,
      provenance,
      strings: strings.slices,
      chunks: chunks.map((chunk) => packChunk(chunk, chunks[chunk.parent], strings)),
      references: references.map((reference): PackedReference => {
        const { from, kind, line, name, settled, arguments: count = absent } = reference;
        const module = reference.module ?? reference.qualifier;
        const owner = chunks[from] as Chunk;
        const at = index.offsetOf(line);
        const nameAt = strings.add(name, at);
        return [
          from,
          kind,
          line - owner.lines.start,
          nameAt,
          module === undefined ? absent : strings.add(module, at),
          settled ? 1 : 0,
          count,
        ];
      }),
      parts: [...new Set(file.parts)],
      facts: [],
    };
    return isExact(record, file, index) ? record : null;
  } catch (error) {
    if (error instanceof NotInText) return null;
    throw error;
  }
}

/** A string that is not made of words of the text. */
class NotInText extends Error {}

class StringTable {
  readonly slices: TextSlices[] = [];
  readonly text: string;
  readonly #known = new Map<string, number>();

  constructor(text: string) {
    this.text = text;
  }

  /** @param from where it is likely to be in the text */
  add(string: string, from: number): number {
    const known = this.#known.get(string);
    if (known !== undefined) return known;
    const slices = sliceString(this.text, string, from);
    if (slices === null) throw new NotInText();
    const at = this.slices.push(slices) - 1;
    this.#known.set(string, at);
    return at;
  }
}

/** A component or default export that has its name from its file. */
const isNamedByFile = ({ symbolKind, nameSpan, name, kind }: Chunk, text: string): boolean =>
  (symbolKind === 'component' && nameSpan?.end === 0) ||
  (kind === 'symbol' && name !== NAMELESS && nameSpan !== null && text.slice(nameSpan.start, nameSpan.end) === NAMELESS);

function packChunk(chunk: Chunk, parent: Chunk | undefined, strings: StringTable): PackedChunk {
  const { kind, symbolKind, span, name, qualifiedName, signature, doc, nameSpan, bodySpan, meta } = chunk;
  const from = span.start;
  const isDerived = kind === 'module' || kind === 'block' || kind === 'comment' || isNamedByFile(chunk, strings.text);
  return [
    kind,
    chunk.parent,
    symbolKind,
    from,
    span.end - from,
    isDerived ? derived : strings.add(name, nameSpan?.start ?? from),
    isDerived || qualifiedName === name ? sameAsName : packQualified(chunk, parent, strings),
    strings.add(signature, from),
    strings.add(doc, from),
    nameSpan ? nameSpan.start : absent,
    nameSpan ? nameSpan.end - nameSpan.start : absent,
    bodySpan ? bodySpan.start : absent,
    bodySpan ? bodySpan.end - bodySpan.start : absent,
    packMeta(meta, from, strings),
  ];
}

function packQualified({ qualifiedName, name, span }: Chunk, parent: Chunk | undefined, strings: StringTable): number {
  const around = parent && parent.kind !== 'module' ? `${parent.qualifiedName}.` : '';
  if (qualifiedName === `${around}${name}`) return derived;
  if (!qualifiedName.startsWith(around)) throw new NotInText();
  return strings.add(qualifiedName.slice(around.length), span.start);
}

function packMeta(meta: ChunkMeta, from: number, strings: StringTable): PackedMeta {
  const { visibility, exported, async, parameters, returnType, tags, imports } = meta;
  const all = (texts: readonly string[], at: number) => texts.map((text) => strings.add(text, at));
  return {
    ...(visibility && { visibility }),
    ...(exported && { exported }),
    ...(async && { async }),
    ...(parameters && { parameters: all(parameters, from) }),
    ...(returnType !== undefined && { returnType: strings.add(returnType, from) }),
    ...(tags && { tags: all(tags, from) }),
    // Imports stand at the top of the file.
    ...(imports && { imports: all(imports, 0) }),
  };
}

/** Whether the record gives what the index holds: the same chunks and mentions, and the same embedding texts. */
function isExact(record: PackRecord, file: FileToPack, index: LineIndex): boolean {
  const { absolutePath, localPath, language, text, chunks, references, parts } = file;
  const unpacked = unpackRecord(record, absolutePath, text, index);
  if (!unpacked || JSON.stringify(unpacked.chunks.map(plain)) !== JSON.stringify(chunks.map(plain))) return false;
  const mentions = references.map(({ settled: _, ...reference }) => reference);
  if (JSON.stringify(unpacked.references.map(mention)) !== JSON.stringify(mentions.map(mention))) return false;
  const { texts } = describeFile(localPath, language, text, unpacked.chunks, unpacked.references);
  const hashes = texts.map(({ header, names, body }) => hashOf(`${names}\n${header}\n${body}`));
  // A text whose vector is zero has none in the index.
  const made = new Set(hashes);
  return parts.every((hash) => made.has(hash));
}

/** Keys depend on the machine, and an absent field of `meta` may be undefined. */
const plain = (chunk: Chunk) => {
  const { kind, parent, name, qualifiedName, symbolKind, span, lines, nameSpan, bodySpan, signature, doc, meta, tokens } = chunk;
  const places = [span, lines, nameSpan, bodySpan].map((place) => place && [place.start, place.end]);
  return [kind, parent, name, qualifiedName, symbolKind, places, signature, doc, Object.entries(meta).sort(), tokens];
};
const mention = ({ name, kind, from, line, module, qualifier, arguments: count }: OutlineReference) => [
  name || module,
  kind,
  from,
  line,
  module ?? qualifier ?? null,
  count ?? null,
];
