/** Describes models, builds in progress and costs for `status`, `index` and `doctor`. */
import type { Status } from '../../core/model/answer.js';
import type { BuildingStatus, ProviderUse } from '../../core/model/model-status.js';

export type ModelState = Pick<Status, 'model' | 'building' | 'behind' | 'reranker' | 'providers'>;

/** Lines with a label of at most ten characters. */
export function modelLines({ model, building, behind, reranker, providers }: ModelState): string[] {
  return [
    `model      ${model.name}, ${model.dimensions} dimensions${behind > 0 ? `, ${behind} texts behind` : ''}`,
    ...(building ? [`building   ${describeBuilding(building)}`] : []),
    ...(reranker ? [`reranker   ${reranker}`] : []),
    ...providers.map((use) => `cost       ${describeUse(use)}`),
  ];
}

export function describeBuilding({ name, dimensions, done, total, paused }: BuildingStatus): string {
  const progress = total > 0 ? `${done} of ${total} texts` : 'not started';
  const again = paused && (paused.retryAt === null ? '' : `; again at ${new Date(paused.retryAt).toISOString()}`);
  return `${name}${dimensions === null ? '' : `, ${dimensions} dimensions`}: ${progress}${paused ? `; paused: ${paused.reason}${again}` : ''}`;
}

export function describeUse({ name, requests, retries, failures, texts, tokens, money }: ProviderUse): string {
  const trouble = retries + failures > 0 ? `, ${retries} retries, ${failures} failures` : '';
  return `${name}: ${texts} texts, ${tokens} tokens in ${requests} requests${trouble}${money > 0 ? `, ${money.toFixed(4)} paid` : ''}`;
}
