/** Transformers as embedding providers and as rerankers. Opening reads a few small files; the model loads with the first request. */
import { availableParallelism, homedir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { takeRow } from '../../../core/embedding/check-vectors.js';
import { CostCounter } from '../../../core/embedding/cost.js';
import { type ModelTraits, traitsMark, traitsOf } from '../../../core/embedding/model-traits.js';
import { planBatches, roughTokens } from '../../../core/embedding/plan-batches.js';
import type { EmbeddedBatch, EmbeddingProvider, Reranker } from '../../../core/embedding/ports.js';
import { prepareForSending } from '../../../core/embedding/prepare-for-sending.js';
import type { Cost } from '../../../core/model/model-status.js';
import { configurationError } from '../../../core/model/problem.js';
import { hashOf } from '../../../util/hash.js';
import type { Log } from '../../../util/log.js';
import { collectBatches, runBatches } from '../run-batches.js';
import { findTransformers, installHint } from './find-package.js';
import { ModelClient, modelFailure } from './model-client.js';
import { type ModelType, readModelFolder } from './model-folder.js';

export interface TransformersSettings extends Partial<ModelTraits> {
  /** An absolute folder (or `~/…`), or a name on the hub (`owner/name`). */
  readonly model: string;
  readonly dtype?: ModelType;
  readonly threads?: number;
  /** Another hub with the same interface. */
  readonly hubUrl?: string;
}

export interface TransformersWorld {
  readonly log: Log;
  /** Folders whose `node_modules` may hold the package. */
  readonly packageFolders: readonly string[];
  /** Where models from the hub are kept. */
  readonly cacheDir: string;
  readonly loadDeadlineMs?: number;
  readonly workDeadlineMs?: number;
  readonly idleMs?: number;
}

/** On a processor larger batches gain nothing, and a question waits for the one under way. Tokens with padding. */
const batch = { maxTexts: 32, maxTokens: 2_048, padded: true } as const;
/** One is computed while the other waits: the caller's commits take none of the model's time. */
const atOnce = 2;

interface Opened {
  readonly name: string;
  readonly client: ModelClient;
  readonly traits: ModelTraits;
  /** Before the model has loaded; null where nothing tells. */
  readonly dimensions: number | null;
}

/** Throws ContextError('configuration') for a folder that is no model, ('provider') where the package is not installed. */
function open(task: 'embed' | 'score', settings: TransformersSettings, world: TransformersWorld): Opened {
  const model = settings.model.replace(/^~(?=[\\/])/, homedir());
  const isFolder = isAbsolute(model);
  if (!isFolder && !/^[\w-][\w.-]*\/[\w-][\w.-]*$/.test(model)) {
    throw configurationError(`model ${JSON.stringify(settings.model)}: expected an absolute folder or owner/name on the hub`);
  }
  const found = findTransformers(world.packageFolders);
  if (found.kind === 'missing') {
    const how = installHint(world.packageFolders[0] ?? '<folder>');
    throw modelFailure('missing', `@huggingface/transformers cannot be used: ${found.reason}. To install it: ${how}`, false);
  }
  const folder = isFolder ? readModelFolder(model, settings.dtype) : null;
  const dtype = folder?.dtype ?? settings.dtype ?? 'q8';
  const { pooling, queryPrefix, documentPrefix, maxTokens, dimensions } = settings;
  const traits = traitsOf(model, folder?.traits ?? {}, { pooling, queryPrefix, documentPrefix, maxTokens, dimensions });
  const { log, cacheDir, loadDeadlineMs, workDeadlineMs, idleMs } = world;
  const client = new ModelClient({
    log,
    loadDeadlineMs,
    workDeadlineMs,
    idleMs,
    settings: {
      entry: found.entry,
      task,
      model,
      place: isFolder ? 'folder' : 'hub',
      subfolder: folder?.subfolder ?? 'onnx',
      dtype,
      pooling: traits.pooling,
      maxTokens: traits.maxTokens,
      // One core is left to the questions.
      threads: settings.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1)),
      cacheDir: join(cacheDir, 'models'),
      hubUrl: settings.hubUrl ?? null,
      hiddenSize: task === 'embed' ? (folder?.hiddenSize ?? null) : null,
    },
  });
  const mark = [folder?.fingerprint ?? '', traitsMark(model, traits)].filter(Boolean).join(' ');
  const name = `transformers:${isFolder ? basename(model) : model}:${dtype}${mark ? `#${hashOf(mark).slice(0, 8)}` : ''}`;
  const promised = traits.pooling === 'given' ? null : folder?.hiddenSize;
  return { name, client, traits, dimensions: settings.dimensions ?? promised ?? traits.dimensions };
}

export function openTransformersProvider(settings: TransformersSettings, world: TransformersWorld): EmbeddingProvider {
  const { name, client, traits, dimensions: expected } = open('embed', settings, world);
  const counter = new CostCounter();
  const embed = async (texts: readonly string[], prefix: string, urgent: boolean, signal?: AbortSignal) => {
    const sent = texts.map((text) => prefix + prepareForSending(text));
    const { values, dimensions, tokens } = await client.run({ kind: 'embed', texts: sent }, urgent, signal);
    if (settings.dimensions !== undefined && dimensions !== settings.dimensions) {
      throw modelFailure('invalid', `${name}: expected ${settings.dimensions} dimensions, the model gives ${dimensions}`, false);
    }
    const vectors = new Float32Array(values.length);
    for (let row = 0; row < sent.length; row++) {
      const taken = takeRow(values.subarray(row * dimensions, (row + 1) * dimensions), dimensions, vectors, row);
      if (taken.kind === 'bad') throw modelFailure('invalid', `${name}: vector ${row} of ${sent.length}: ${taken.reason}`, false);
    }
    counter.add({ requests: 1, texts: sent.length, tokens });
    return { vectors, dimensions };
  };
  const embedBatches = (texts: readonly string[], signal?: AbortSignal): AsyncIterable<EmbeddedBatch> =>
    runBatches(
      planBatches(texts.map(roughTokens), batch),
      atOnce,
      async (indices, ends) => {
        const part = indices.map((i) => texts[i] as string);
        return { indices, ...(await embed(part, traits.documentPrefix, false, ends)), rejected: [] };
      },
      signal,
    );
  return {
    name,
    get dimensions() {
      return client.dimensions ?? expected;
    },
    get cost(): Cost {
      return counter.current;
    },
    embedBatches,
    embedDocuments: (texts, signal) => collectBatches('transformers', texts.length, embedBatches(texts, signal)),
    embedQuery: async (text, signal) => (await embed([text], traits.queryPrefix, true, signal)).vectors,
    close: () => client.close(),
  };
}

/** A cross-encoder, e.g. `Xenova/ms-marco-MiniLM-L-6-v2`: reads question and document together. */
export function openCrossEncoder(settings: TransformersSettings, world: TransformersWorld): Reranker {
  const { name, client } = open('score', settings, world);
  const counter = new CostCounter();
  return {
    name,
    get cost(): Cost {
      return counter.current;
    },
    async rerank(query, documents, signal) {
      const scores = new Float32Array(documents.length);
      const asked = prepareForSending(query);
      for (const indices of planBatches(documents.map(roughTokens), batch)) {
        const part = indices.map((i) => prepareForSending(documents[i] as string));
        const { values, tokens } = await client.run({ kind: 'score', query: asked, documents: part }, true, signal);
        counter.add({ requests: 1, texts: part.length, tokens });
        for (const [row, index] of indices.entries()) {
          const score = values[row] as number;
          scores[index] = Number.isFinite(score) ? score : 0.5;
        }
      }
      return scores;
    },
    close: () => client.close(),
  };
}
