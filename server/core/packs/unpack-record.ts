/**
 * A record of a pack and the text of a local file, joined into the chunks and mentions that an analysis of the file gives. The record comes
 * from elsewhere: every number is checked, and what does not fit the text makes the record unusable.
 */
import { TokenEstimates } from '../../util/estimate-tokens.js';
import { hashOf } from '../../util/hash.js';
import type { LineIndex } from '../../util/text.js';
import { blockName, type ChunkedFile, withKeys } from '../chunking/chunk-file.js';
import { linesOf } from '../chunking/line-spans.js';
import type { Chunk, ChunkKind, ChunkMeta } from '../model/chunk.js';
import { componentName, defaultExportName } from '../model/component-name.js';
import { stemOf } from '../model/file.js';
import type { OutlineReference, ReferenceKind, SymbolKind, TextSpan, Visibility } from '../model/symbol.js';
import { absent, derived, type PackedChunk, type PackedMeta, type PackRecord, sameAsName } from './pack-record.js';
import { joinSlices } from './text-slices.js';

const setOf = <Name extends string>(names: Readonly<Record<Name, true>>): ReadonlySet<unknown> => new Set(Object.keys(names));
const chunkKinds = setOf<ChunkKind>({ symbol: true, module: true, comment: true, section: true, block: true });
const referenceKinds = setOf<ReferenceKind>({ call: true, type: true, import: true, inherits: true, implements: true, use: true });
const visibilities = setOf<Visibility>({ public: true, protected: true, private: true, internal: true });
const symbolKinds = setOf<SymbolKind>({
  module: true,
  namespace: true,
  class: true,
  interface: true,
  struct: true,
  enum: true,
  enumMember: true,
  trait: true,
  impl: true,
  type: true,
  function: true,
  method: true,
  constructor: true,
  property: true,
  field: true,
  variable: true,
  constant: true,
  macro: true,
  component: true,
  section: true,
  key: true,
  test: true,
});

/** The record does not fit the text. */
class Unfit extends Error {}

/** @param path absolute, for the keys of chunks. Null where the record does not fit the text. */
export function unpackRecord(record: PackRecord, path: string, text: string, index: LineIndex): ChunkedFile | null {
  try {
    return new Unpacking(record, path, text, index).file();
  } catch (error) {
    // A record that lacks a field fails as a TypeError.
    if (error instanceof Unfit || error instanceof TypeError) return null;
    throw error;
  }
}

type Unkeyed = Omit<Chunk, 'key'>;

class Unpacking {
  readonly #record: PackRecord;
  readonly #path: string;
  readonly #text: string;
  readonly #index: LineIndex;
  readonly #estimates: TokenEstimates;
  readonly #strings: (string | undefined)[] = [];

  constructor(record: PackRecord, path: string, text: string, index: LineIndex) {
    this.#record = record;
    this.#path = path;
    this.#text = text;
    this.#index = index;
    this.#estimates = new TokenEstimates(text, index);
  }

  file(): ChunkedFile {
    const chunks: Unkeyed[] = [];
    for (const packed of this.#record.chunks) chunks.push(this.#chunk(packed, chunks));
    if (chunks[0]?.kind !== 'module') throw new Unfit();
    const references = this.#record.references.map(([chunk, kind, line, name, module, , counted]): OutlineReference => {
      const owner = chunks[count(chunk, chunks.length - 1)] as Unkeyed;
      const written = module === absent ? undefined : this.#string(module);
      const named = this.#string(name);
      return {
        // A path alone has no name of its own (`import './side-effect'`), and is stored under its module.
        name: named === written && named.includes('/') ? '' : named,
        kind: oneOf<ReferenceKind>(kind, referenceKinds),
        from: chunk,
        line: owner.lines.start + count(line, this.#index.lines - 1 - owner.lines.start),
        ...(written !== undefined && (kind === 'import' ? { module: written } : { qualifier: written })),
        ...(counted !== absent && { arguments: count(counted, this.#text.length) }),
      };
    });
    return { chunks: withKeys(this.#path, chunks, hashOf), references };
  }

  #chunk(packed: PackedChunk, before: readonly Unkeyed[]): Unkeyed {
    const [kind, parent, symbolKind, start, length, name, qualified, signature, doc, nameStart, nameLength, bodyStart, bodyLength, meta] =
      packed;
    const around = before.length === 0 ? -1 : count(parent, before.length - 1);
    const span = this.#span(start, length);
    const ownName = name === derived ? this.#derivedName(kind, span, nameLength) : this.#string(name);
    return {
      kind: oneOf<ChunkKind>(kind, chunkKinds),
      parent: around,
      name: ownName,
      qualifiedName: this.#qualifiedName(qualified, ownName, before[around]),
      symbolKind: symbolKind === null ? null : oneOf<SymbolKind>(symbolKind, symbolKinds),
      span,
      lines: linesOf(span, this.#index),
      nameSpan: nameStart === absent ? null : this.#span(nameStart, nameLength),
      bodySpan: bodyStart === absent ? null : this.#span(bodyStart, bodyLength),
      signature: this.#string(signature),
      doc: this.#string(doc),
      meta: this.#meta(meta),
      tokens: this.#estimates.of(span.start, span.end),
    };
  }

  #derivedName(kind: ChunkKind, span: TextSpan, nameLength: number): string {
    if (kind === 'symbol') return nameLength ? defaultExportName(this.#path) : componentName(this.#path);
    return kind === 'module' ? stemOf(this.#path) : blockName(this.#text, span);
  }

  #qualifiedName(qualified: number, name: string, parent: Unkeyed | undefined): string {
    if (qualified === sameAsName) return name;
    const around = parent && parent.kind !== 'module' ? `${parent.qualifiedName}.` : '';
    return `${around}${qualified === derived ? name : this.#string(qualified)}`;
  }

  #meta({ visibility, exported, async, parameters, returnType, tags, imports }: PackedMeta): ChunkMeta {
    const strings = (all: readonly number[]) => all.map((one) => this.#string(one));
    return {
      ...(visibility && { visibility: oneOf<Visibility>(visibility, visibilities) }),
      ...(exported && { exported: true }),
      ...(async && { async: true }),
      ...(parameters && { parameters: strings(parameters) }),
      ...(returnType !== undefined && { returnType: this.#string(returnType) }),
      ...(tags && { tags: strings(tags) }),
      ...(imports && { imports: strings(imports) }),
    };
  }

  #span(start: number, length: number): TextSpan {
    return { start, end: count(start, this.#text.length) + count(length, this.#text.length - start) };
  }

  #string(n: number): string {
    const known = this.#strings[n];
    if (known !== undefined) return known;
    const slices = this.#record.strings[count(n, this.#record.strings.length - 1)];
    const joined = Array.isArray(slices) ? joinSlices(this.#text, slices) : null;
    if (joined === null) throw new Unfit();
    this.#strings[n] = joined;
    return joined;
  }
}

/** A whole number from 0 to `most`. */
function count(value: unknown, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > most) throw new Unfit();
  return value;
}

function oneOf<Name extends string>(value: unknown, names: ReadonlySet<unknown>): Name {
  if (!names.has(value)) throw new Unfit();
  return value as Name;
}
