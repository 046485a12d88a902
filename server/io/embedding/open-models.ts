/** From the user's settings to a provider and a reranker. Opening sends and loads nothing; what cannot be opened comes back as words. */
import type { ConfiguredModel, ConfiguredReranker } from '../../core/embedding/models.js';
import type { EmbeddingProvider, Reranker } from '../../core/embedding/ports.js';
import type { EmbeddingSettings, ModelSettings, RerankerSettings } from '../../core/model/model-settings.js';
import { RerankStage } from '../../core/retrieval/rank/rerank.js';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { openHttpProvider } from './http/open-http.js';
import { openHttpReranker } from './rerankers/open-reranker.js';
import { openCrossEncoder, openTransformersProvider, type TransformersWorld } from './transformers/open-transformers.js';

export interface ModelsWorld {
  readonly log: Log;
  /** Where models from a hub are kept. */
  readonly cacheDir: string;
  /** Folders whose `node_modules` may hold @huggingface/transformers, after those of the settings. */
  readonly packageFolders: readonly string[];
}

export function openModels(
  { embedding, reranker }: ModelSettings,
  world: ModelsWorld,
): { wanted: ConfiguredModel; reranker: ConfiguredReranker } {
  return { wanted: openWanted(embedding, world), reranker: openReranker(reranker, world) };
}

function openWanted(settings: EmbeddingSettings | undefined, world: ModelsWorld): ConfiguredModel {
  if (!settings || settings.provider === 'embedded') return { kind: 'embedded' };
  try {
    const { precomputed } = settings;
    return { kind: 'provider', provider: openProvider(settings, world), ...(precomputed !== undefined && { precomputed }) };
  } catch (error) {
    return unusable(settings, error, world);
  }
}

function openProvider({ provider, model = '', ...rest }: EmbeddingSettings, world: ModelsWorld): EmbeddingProvider {
  if (provider === 'transformers') return openTransformersProvider({ ...rest, model }, transformersWorld(rest.packageFolders, world));
  return openHttpProvider({ ...rest, provider: provider as Exclude<typeof provider, 'embedded'>, model }, { log: world.log });
}

function openReranker(settings: RerankerSettings | undefined, world: ModelsWorld): ConfiguredReranker {
  if (!settings) return null;
  try {
    return { kind: 'reranker', stage: new RerankStage(openScorer(settings, world), settings) };
  } catch (error) {
    return unusable(settings, error, world);
  }
}

function openScorer({ provider, ...rest }: RerankerSettings, world: ModelsWorld): Reranker {
  if (provider === 'transformers') return openCrossEncoder(rest, transformersWorld(rest.packageFolders, world));
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
