/** How an answer came about, as protocol.md has it. */
import type { Engine } from '../../core/engine/engine-api.js';
import type { Explanation } from '../../core/model/answer.js';
import type { ContextExplanation } from '../../protocol/explanation.js';
import { wholeLines } from './positions.js';
import type { Session } from './session.js';

export function explanationToWire(session: Session, engine: Engine, { query, signals, stages }: Explanation): ContextExplanation {
  return {
    query: {
      words: [...query.words],
      expansions: [...query.expansions],
      identifiers: [...query.identifiers],
      compounds: [...query.compounds],
      paths: [...query.paths],
    },
    signals: { ...signals },
    stages: stages.map(({ name, count, note, top }) => ({
      name,
      count,
      note,
      top: top.map(({ path, lines, symbol, score, why }) => ({
        uri: session.uriOf(path, engine),
        path,
        range: wholeLines(lines),
        symbol,
        score,
        why,
      })),
    })),
  };
}
