/**
 * One file from text to everything that the index stores of it: outline, chunks, words, embedding texts, vectors.
 * Runs in the analysis workers; the same steps wherever the text came from.
 */
import { type ChunkedFile, chunkFile } from '../core/chunking/chunk-file.js';
import { componentOutline } from '../core/chunking/component-outline.js';
import { nameDefaultExport } from '../core/chunking/default-export.js';
import { describeFile } from '../core/chunking/describe-file.js';
import { withoutLongMiddles } from '../core/chunking/long-lines.js';
import { markChunks } from '../core/chunking/mark-chunks.js';
import { notebookLanguage, notebookText } from '../core/chunking/notebook-text.js';
import { plainFunctions } from '../core/chunking/text-functions.js';
import { provenanceOfOutline } from '../core/code-graph/server-outline.js';
import type { AnalysedFile, EmbeddingPart } from '../core/model/chunk.js';
import { fileRole, isMinified } from '../core/model/file-role.js';
import { descriptorOf, languageOf, languageOfHeader } from '../core/model/language.js';
import type { Outline } from '../core/model/symbol.js';
import { type FoundSecret, mask } from '../core/security/redact.js';
import type { EmbeddedModel } from '../io/embedding/embedded/embedded-model.js';
import { LineIndex, wellFormedOf } from '../util/text.js';

export interface SourceText {
  readonly path: string;
  /** As in AnalyseJob. */
  readonly absolutePath: string;
  readonly localPath: string;
  readonly text: string;
  readonly languageId?: string;
  readonly contentHash: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly origin: 'disk' | 'buffer';
  /** What a pack holds of this content, for the language that the file has here: it is then not parsed. Null for nothing. */
  readonly packed?: ((language: string) => PackedAnalysis | null) | null;
}

/** What a pack holds of a text. */
export interface PackedAnalysis {
  readonly provenance: string;
  /** Null where it does not fit the text. */
  structure(absolutePath: string, text: string, index: LineIndex): ChunkedFile | null;
  /** Writes the vector of an embedding text to row `row`; false where there is none. */
  vector(hash: string, vectors: Float32Array, row: number): boolean;
}

/** An entry for a file that holds nothing searchable, with the reason. */
export function withoutChunks(source: Omit<SourceText, 'text'>, language: string, problem: string): AnalysedFile {
  const { path, localPath, contentHash, sizeBytes, mtimeMs, origin } = source;
  const empty = {
    lines: 0,
    text: '',
    masked: [],
    provenance: 'none',
    chunks: [],
    marks: [],
    lexical: [],
    parts: [],
    vectors: null,
    references: [],
  };
  return { path, language, role: fileRole(localPath, language, ''), contentHash, sizeBytes, mtimeMs, origin, ...empty, problem };
}

const noSymbols: Outline = { source: 'generic', symbols: [], references: [], comments: [], moduleDoc: '', hasErrors: false };

/**
 * @param findSecrets finds what must not be stored; masking keeps the length of the text.
 * @param outline gives the outline of a text; never throws.
 * @param model embeds; null where vectors are made elsewhere, then every part keeps its text.
 * @param knownParts hashes of parts whose vectors the index has already: not embedded again.
 * @param functions plain ones, or with a memory of the text before.
 */
export async function analyseFile(
  source: SourceText,
  findSecrets: (text: string) => FoundSecret[],
  outline: (text: string, language: string) => Promise<Outline> | Outline,
  model: EmbeddedModel | null,
  knownParts: ReadonlySet<string>,
  functions = plainFunctions,
): Promise<AnalysedFile> {
  const { path, absolutePath, localPath, contentHash, sizeBytes, mtimeMs, origin } = source;
  const firstLines = source.text.slice(0, 1500);
  const named = languageOfHeader(path, source.text) ?? languageOf(path, firstLines.slice(0, 200));
  const language = named === 'plaintext' && source.languageId ? source.languageId : named;
  const byPath = fileRole(localPath, language, firstLines);
  const role = byPath === 'source' && isMinified(source.text, language) ? 'generated' : byPath;
  // The store cannot hold half a character: what is derived must be derived from what is stored.
  const plain = withoutLongMiddles(wellFormedOf((language === notebookLanguage && notebookText(source.text)) || source.text));
  const secrets = findSecrets(plain);
  const text = mask(plain, secrets);
  const index = new LineIndex(text);
  const pack = source.packed?.(language) ?? null;
  const parse = async () => {
    const { isSectioned = false, isComponent = false } = descriptorOf(language) ?? {};
    // A listing of what other files declare, in no language, declares nothing.
    const found = language === 'plaintext' && role === 'generated' ? noSymbols : await outline(text, language);
    const tree = isComponent ? componentOutline(absolutePath, text, index, found) : nameDefaultExport(absolutePath, found);
    return { ...chunkFile(absolutePath, text, index, tree, isSectioned, functions), provenance: provenanceOfOutline(tree) };
  };
  const unpacked = pack?.structure(absolutePath, text, index);
  const { chunks, references, provenance } = pack && unpacked ? { ...unpacked, provenance: pack.provenance } : await parse();
  const { lexical, texts } = describeFile(localPath, language, text, chunks, references, functions);

  const parts: EmbeddingPart[] = [];
  const fresh: number[] = [];
  texts.forEach(({ chunk, header, names, body }, i) => {
    const full = `${header}\n${body}`;
    const hash = functions.hashOf(`${names}\n${full}`);
    if (knownParts.has(hash)) parts.push({ chunk, hash });
    else {
      fresh.push(i);
      // Embedded here, so the text is not sent: it is as long as the file.
      parts.push({ chunk, hash, text: model ? '' : full });
    }
  });
  let vectors: Float32Array | null = null;
  if (model) {
    vectors = new Float32Array(texts.length * model.dimensions);
    for (const i of fresh) {
      const { names, body } = texts[i] as (typeof texts)[number];
      if (unpacked && pack?.vector(parts[i]?.hash ?? '', vectors, i)) continue;
      model.embedDocument({ path: localPath, names, body }, vectors, i);
    }
  }
  return {
    path,
    language,
    role,
    contentHash,
    sizeBytes,
    mtimeMs,
    origin,
    lines: index.lines,
    text,
    masked: secrets.map(({ start, kind }) => ({ line: index.lineAt(start), kind })),
    provenance,
    chunks,
    marks: markChunks(chunks, lexical, parts, references),
    lexical,
    parts,
    vectors,
    references,
    problem: null,
  };
}
