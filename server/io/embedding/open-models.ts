/**
 * Opens the embedding provider and the reranker of the settings. Only the code of what is set is loaded; opening sends nothing. What cannot
 * be opened is returned with the reason.
 */
import type { ConfiguredModel, ConfiguredReranker } from '../../core/embedding/models.js';
import type { EmbeddingProvider, Reranker } from '../../core/embedding/ports.js';
import type { EmbeddingSettings, ModelSettings, RerankerSettings } from '../../core/model/model-settings.js';
import { RerankStage } from '../../core/retrieval/rank/rerank.js';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import type { TransformersWorld } from './transformers/open-transformers.js';

export interface ModelsWorld {
  readonly log: Log;
  /** Where models from a hub are kept. */
  readonly cacheDir: string;
  /** Folders whose `node_modules` may hold @huggingface/transformers, after those of the settings. */
  readonly packageFolders: readonly string[];
}

export async function openModels(
  { embedding, reranker }: ModelSettings,
  world: ModelsWorld,
): Promise<{ wanted: ConfiguredModel; reranker: ConfiguredReranker }> {
  return { wanted: await openEmbedding(embedding, world), reranker: await openReranker(reranker, world) };
}

async function openEmbedding(settings: EmbeddingSettings | undefined, world: ModelsWorld): Promise<ConfiguredModel> {
  if (!settings || settings.provider === 'embedded') return { kind: 'embedded' };
  try {
    const { precomputed } = settings;
    return { kind: 'provider', provider: await openProvider(settings, world), ...(precomputed !== undefined && { precomputed }) };
  } catch (error) {
    return unusable(settings, error, world);
  }
}

async function openProvider({ provider, model = '', ...rest }: EmbeddingSettings, world: ModelsWorld): Promise<EmbeddingProvider> {
  if (provider === 'transformers') {
    const { openTransformersProvider } = await import('./transformers/open-transformers.js');
    return openTransformersProvider({ ...rest, model }, transformersWorld(rest.packageFolders, world));
  }
  const { openHttpProvider } = await import('./http/open-http.js');
  return openHttpProvider({ ...rest, provider: provider as Exclude<typeof provider, 'embedded'>, model }, { log: world.log });
}

async function openReranker(settings: RerankerSettings | undefined, world: ModelsWorld): Promise<ConfiguredReranker> {
  if (!settings) return null;
  try {
    return { kind: 'reranker', stage: new RerankStage(await openScorer(settings, world), settings) };
  } catch (error) {
    return unusable(settings, error, world);
  }
}

async function openScorer({ provider, ...rest }: RerankerSettings, world: ModelsWorld): Promise<Reranker> {
  if (provider === 'transformers') {
    const { openCrossEncoder } = await import('./transformers/open-transformers.js');
    return openCrossEncoder(rest, transformersWorld(rest.packageFolders, world));
  }
  const { openHttpReranker } = await import('./rerankers/open-reranker.js');
  return openHttpReranker({ ...rest, reranker: provider }, { log: world.log });
}

const transformersWorld = (folders: readonly string[] = [], { log, cacheDir, packageFolders }: ModelsWorld): TransformersWorld => ({
  log,
  cacheDir,
  packageFolders: [...folders, ...packageFolders],
});

function unusable({ provider, model }: EmbeddingSettings | RerankerSettings, error: unknown, { log }: ModelsWorld) {
  const [label, reason] = [`${provider}:${model ?? ''}`, messageOf(error)];
  log('warn', `${label} cannot be used: ${reason}`);
  return { kind: 'unusable', label, reason } as const;
}
