/** Files, vectors and folders for the tests of the index store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { markChunks } from '../../server/core/chunking/mark-chunks.js';
import { wordsOf } from '../../server/core/chunking/words.js';
import type { AnalysedFile, Chunk, EmbeddingPart, LexicalFields } from '../../server/core/model/chunk.js';
import type { OutlineReference } from '../../server/core/model/symbol.js';
import { type OpenedIndex, type OpenIndexOptions, openIndex } from '../../server/io/stores/open-index.js';
import { hashOf } from '../../server/util/hash.js';
import { silent } from '../../server/util/log.js';

export const dimensions = 32;

/** Numbers in [0, 1), the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A unit vector that depends on the text alone. */
export function vectorOf(text: string, size = dimensions): Float32Array {
  let seed = 0;
  for (const character of text) seed = (Math.imul(seed, 31) + (character.codePointAt(0) as number)) | 0;
  const random = randomFrom(seed);
  return unit(Float32Array.from({ length: size }, () => random() - 0.5));
}

export function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

export interface SymbolLike {
  readonly name: string;
  readonly body?: string;
  readonly doc?: string;
  /** Names that it mentions. */
  readonly calls?: readonly string[];
  readonly kind?: Chunk['symbolKind'];
}

/** An analysed file: a module chunk, and one chunk a symbol. Equal bodies have equal embedding hashes. */
export function fileOf(path: string, symbols: readonly SymbolLike[], rest: Partial<AnalysedFile> = {}): AnalysedFile {
  const stem = (path.split('/').pop() as string).replace(/\.\w+$/, '');
  const all: SymbolLike[] = [{ name: stem, body: `module ${stem}`, kind: 'module' }, ...symbols];
  const chunks: Chunk[] = [];
  const lexical: LexicalFields[] = [];
  const parts: EmbeddingPart[] = [];
  const references: OutlineReference[] = [];
  const vectors = new Float32Array(all.length * dimensions);
  let text = '';
  for (const [i, { name, body = '', doc = '', calls = [], kind = 'function' }] of all.entries()) {
    const signature = i === 0 ? '' : `function ${name}()`;
    const start = text.length;
    text += `${signature} { ${body} }\n`;
    const embedded = `${name} ${body}`;
    chunks.push({
      key: hashOf(`${path} ${name} ${i}`),
      kind: i === 0 ? 'module' : 'symbol',
      parent: i === 0 ? -1 : 0,
      name,
      qualifiedName: i === 0 ? name : `${stem}.${name}`,
      symbolKind: kind,
      span: { start, end: text.length },
      lines: { start: i, end: i + 1 },
      nameSpan: i === 0 ? null : { start: start + 9, end: start + 9 + name.length },
      bodySpan: null,
      signature,
      doc,
      meta: i === 0 ? {} : { exported: true },
      tokens: 10,
    });
    lexical.push({ path: wordsOf(path), name: wordsOf(name), signature: wordsOf(signature), body: wordsOf(body) });
    parts.push({ chunk: i, hash: hashOf(embedded), text: embedded });
    vectors.set(vectorOf(embedded), i * dimensions);
    for (const call of calls) references.push({ name: call, kind: 'call', from: i, line: i });
  }
  return {
    path,
    language: 'typescript',
    role: 'source',
    contentHash: hashOf(text),
    sizeBytes: text.length,
    mtimeMs: 1_700_000_000_000,
    origin: 'disk',
    lines: all.length,
    text,
    provenance: 'syntax:test',
    chunks,
    marks: markChunks(chunks, lexical, parts, references),
    lexical,
    parts,
    vectors,
    references,
    masked: [],
    problem: null,
    ...rest,
  };
}

export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'store-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const embedder = { name: 'test-model', dimensions };

/** Opens an index that is closed when the test ends. */
export async function openTestIndex(t: TestContext, folder: string, rest: Partial<OpenIndexOptions> = {}): Promise<OpenedIndex> {
  const index = await openIndex({ folder, embedder, vectorSearch: 'exact', log: silent, ...rest });
  t.after(() => index.close());
  return index;
}

export const allWeights = { path: 1, name: 1, signature: 1, body: 1 };

/** Names of chunks, in the order of the ids. */
export const namesOf = (index: OpenedIndex, hits: readonly { readonly chunkId: number }[]): string[] =>
  index.reader.chunks(hits.map((hit) => hit.chunkId)).map((chunk) => chunk.name);
