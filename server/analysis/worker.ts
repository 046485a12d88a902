/** Entry of an analysis worker thread: reads a file (or takes an editor's text), analyses it, answers with plain values. */
import { workerData } from 'node:worker_threads';
import { healOutline } from '../core/code-graph/server-outline.js';
import type { AnalyseJob, AnalyseOutcome } from '../core/indexing/ports.js';
import type { AnalysedFile } from '../core/model/chunk.js';
import { languageOf } from '../core/model/language.js';
import { findSecrets, findSecretsAndEmails } from '../core/security/redact.js';
import { openEmbeddedModel } from '../io/embedding/embedded/embedded-model.js';
import { createOutliner } from '../io/syntax/outline.js';
import { readSource } from '../io/workers/read-source.js';
import { serveJobs } from '../io/workers/serve-jobs.js';
import { statOrNull } from '../io/workspace/lstat-many.js';
import { hashOf } from '../util/hash.js';
import { LineIndex } from '../util/text.js';
import { analyseFile, type SourceText, withoutChunks } from './analyse-file.js';
import { DocumentMemory } from './document-memory.js';
import { FetchedRecords } from './fetched-records.js';

export interface WorkerSettings {
  readonly modelFile: string | null;
  readonly modelName: string;
  readonly dimensions: number;
  readonly maxFileBytes: number;
  /** True: e-mail addresses are masked as secrets are. */
  readonly redactEmails: boolean;
}

const settings = workerData as WorkerSettings;
const find = settings.redactEmails ? findSecretsAndEmails : findSecrets;
const model = settings.modelFile ? openEmbeddedModel(settings.modelFile, settings.modelName, settings.dimensions) : null;
const outliner = await createOutliner();
const memory = new DocumentMemory();
const packs = new FetchedRecords(settings.dimensions);

async function analyse(job: AnalyseJob): Promise<AnalyseOutcome> {
  const { path, absolutePath, localPath, sizeBytes, mtimeMs, languageId } = job;
  const place = { path, absolutePath, localPath };
  const known = new Set(job.knownParts);
  if (job.text !== undefined && job.describe) return { kind: 'described', texts: await textsOf(job, job.text) };
  if (job.text !== undefined && job.healed) return { kind: 'analysed', file: await heal(job, job.text, job.healed, known) };
  if (job.text !== undefined) {
    const contentHash = hashOf(job.text);
    if (contentHash === job.knownContentHash) return { kind: 'unchanged', contentHash };
    const origin = savedAs(job, job.text, contentHash) ?? ({ origin: 'buffer', sizeBytes: job.text.length, mtimeMs } as const);
    const source: SourceText = { ...place, text: job.text, languageId, contentHash, ...origin };
    if (job.text.length > settings.maxFileBytes) {
      return { kind: 'analysed', file: withoutChunks(source, languageOf(path), `larger than ${settings.maxFileBytes} bytes`) };
    }
    const document = memory.of(path, job.text);
    if (job.fromBeginning) document?.trees.forget();
    let isProvisional = false;
    const outline = async (text: string, language: string) => {
      const found = await outliner.outline(text, language, document?.trees);
      isProvisional = found.isProvisional === true;
      return found;
    };
    const file = await analyseFile(source, find, outline, model, known, document?.nextVersion());
    return { kind: 'analysed', file, isProvisional };
  }
  const read = readSource(job.absolutePath, settings.maxFileBytes);
  if (read.kind === 'gone') return { kind: 'gone' };
  const { contentHash } = read;
  if (contentHash === job.knownContentHash) return { kind: 'unchanged', contentHash };
  const source = { ...place, contentHash, sizeBytes: read.sizeBytes || sizeBytes, mtimeMs, origin: 'disk' as const };
  if (read.kind === 'problem') return { kind: 'analysed', file: withoutChunks(source, languageOf(path), read.reason) };
  const packed = job.packs === undefined ? null : packs.find(job.packs, contentHash);
  const text: SourceText = { ...source, text: read.text, languageId, packed };
  return { kind: 'analysed', file: await analyseFile(text, find, outliner.outline, model, known) };
}

/**
 * Size and time of the file on disk, where it holds the text of a document: one that is opened before its file was indexed, or whose text has
 * become the saved one again. Of each change of a document a file of another size is not read.
 */
function savedAs({ absolutePath, knownContentHash, fromBeginning }: AnalyseJob, text: string, contentHash: string) {
  const stats = statOrNull(absolutePath);
  const isChange = knownContentHash !== undefined && !fromBeginning;
  if (!stats?.isFile() || (isChange && stats.size !== Buffer.byteLength(text))) return null;
  const read = readSource(absolutePath, settings.maxFileBytes);
  if (read.kind === 'gone' || read.contentHash !== contentHash) return null;
  return { origin: 'disk', sizeBytes: stats.size, mtimeMs: stats.mtimeMs } as const;
}

/** The stored text once more, with the symbols that a language server states. */
async function heal(
  job: AnalyseJob,
  text: string,
  healed: NonNullable<AnalyseJob['healed']>,
  known: ReadonlySet<string>,
): Promise<AnalysedFile> {
  const { path, absolutePath, localPath, languageId, sizeBytes, mtimeMs } = job;
  const { contentHash, origin } = healed;
  const source: SourceText = { path, absolutePath, localPath, text, languageId, contentHash, sizeBytes, mtimeMs, origin };
  const outline = async (masked: string, language: string) =>
    healOutline(await outliner.outline(masked, language), healed.outline, masked, new LineIndex(masked));
  return { ...(await analyseFile(source, find, outline, model, known)), masked: null };
}

/** Texts are not kept: what another model needs of them is derived from the file's text once more. */
async function textsOf({ describe, ...job }: AnalyseJob, text: string): Promise<Map<string, string>> {
  const source: SourceText = { ...job, text, contentHash: '', origin: 'buffer' };
  const wanted = new Set(describe);
  const { parts } = await analyseFile(source, find, outliner.outline, null, new Set());
  return new Map(parts.flatMap(({ hash, text: full }) => (wanted.has(hash) && full ? [[hash, full] as const] : [])));
}

const transfers = (outcome: AnalyseOutcome): ArrayBuffer[] =>
  outcome.kind === 'analysed' && outcome.file.vectors ? [outcome.file.vectors.buffer as ArrayBuffer] : [];

serveJobs(analyse, transfers);
