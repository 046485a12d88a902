/** The findings of `doctor` about models: which one serves, and whether a chosen one answers. */
import type { Engine } from '../../core/engine/engine-api.js';
import type { Finding } from './doctor.js';
import { describeBuilding, describeUse } from './model-lines.js';

/** Asks one question to learn whether a configured provider and reranker answer. */
export async function modelFindings(engine: Engine): Promise<Finding[]> {
  const { model, building, reranker, providers } = engine.status();
  const isEmbedded = providers.every(({ role, name }) => role !== 'embedding' || name !== model.name);
  const used = providers.map((use) => `used so far: ${describeUse(use)}`);
  const findings: Finding[] = [];
  if (building) {
    const detail = `${describeBuilding(building)}. Until it is complete ${model.name} answers; \`index\` makes its vectors`;
    findings.push({ what: 'model', state: 'degraded', detail });
  } else if (isEmbedded) findings.push({ what: 'model', state: 'ok', detail: `${model.name}, embedded, works offline` });
  if (isEmbedded && !reranker) return findings;
  const { problems } = await engine.retrieve({ query: 'where does the program start', limit: 1, related: 0, withText: false });
  const problemOf = (code: string): string | undefined => problems.find((problem) => problem.code === code)?.message;
  if (!isEmbedded) {
    const problem = problemOf('provider');
    const detail = problem ?? [`${model.name}, ${model.dimensions} dimensions, answers`, ...used].join('; ');
    findings.push({ what: 'model', state: problem ? 'degraded' : 'ok', detail });
  }
  if (reranker) {
    const problem = problemOf('reranker');
    findings.push({ what: 'reranker', state: problem ? 'degraded' : 'ok', detail: problem ?? `${reranker} answers` });
  }
  return findings;
}
