/**
 * An engine whose questions and answers are recorded. The entry is written before the answer is given; where that fails, there is no
 * answer.
 */
import { messageOf } from '../../util/bug.js';
import type { Answer, SymbolAnswer } from '../model/answer.js';
import type { AuditClient, AuditEntry, AuditLog, AuditPlace } from '../model/audit.js';
import type { LineSpan, WorkspacePath } from '../model/file.js';
import type { PathReport } from '../model/path-report.js';
import type { RelatedAnswer } from '../model/related.js';
import type { ShowAnswer } from '../model/show.js';
import type { TextAnswer } from '../model/text-search.js';
import type { Engine } from './engine-api.js';

export interface Auditing {
  readonly log: AuditLog;
  /** Who asks at the moment. */
  readonly client: () => AuditClient;
  /** Masks secrets. */
  readonly redact: (text: string) => string;
  readonly pid: number;
  readonly now: () => Date;
}

/** A pasted file is not kept as a whole. UTF-16 units. */
const maxQuestionChars = 2_000;

interface At {
  readonly path: WorkspacePath;
  readonly lines: LineSpan;
}

const line = (at: number): LineSpan => ({ start: at, end: at + 1 });
const resultsOf = ({ results }: Pick<Answer, 'results'>): readonly At[] => results;

const linesOf = (places: readonly { readonly path: WorkspacePath; readonly line: number }[]): readonly At[] =>
  places.map(({ path, line: at }) => ({ path, lines: line(at) }));

/** By method of the engine: the action's name, and the places of an answer. */
const recorded = {
  retrieve: {
    action: 'retrieve',
    places: (answer: Answer) => [...resultsOf(answer), ...answer.related, ...linesOf(answer.needed), ...linesOf(answer.callers)],
  },
  symbols: { action: 'symbols', places: ({ hits }: SymbolAnswer) => hits },
  related: {
    action: 'related',
    places: ({ of, items }: RelatedAnswer) => [...of, ...items.flatMap(({ symbol, proof }) => [symbol, ...linesOf(proof ? [proof] : [])])],
  },
  show: { action: 'show', places: (answer: ShowAnswer) => [...resultsOf(answer), ...linesOf(answer.needed)] },
  findText: { action: 'findText', places: ({ matches }: TextAnswer) => linesOf(matches) },
  explainPath: { action: 'explainPath', places: (_: PathReport) => [] },
  exportIndex: { action: 'export', places: () => [] },
  publishPacks: { action: 'publishPacks', places: () => [] },
  importIndex: { action: 'import', places: () => [] },
  forget: { action: 'forget', places: () => [] },
  unforget: { action: 'unforget', places: () => [] },
} as const satisfies { readonly [Method in keyof Engine]?: { readonly action: string; readonly places: (answer: never) => readonly At[] } };

export function auditedEngine(engine: Engine, auditing: Auditing): Engine {
  return new Proxy(engine, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const method = Object.hasOwn(recorded, name) ? recorded[name as keyof typeof recorded] : undefined;
      if (!method) return value.bind(target);
      return async (question: unknown, ...rest: unknown[]) => {
        // The client of this call: another may ask while it is answered.
        const client = auditing.client();
        const write = (places: readonly At[], error?: unknown) => {
          auditing.log.write(entryOf(engine, auditing, client, { action: method.action, question, places, error }));
        };
        let answer: unknown;
        try {
          answer = await value.call(target, question, ...rest);
        } catch (error) {
          write([], error);
          throw error;
        }
        write(method.places(answer as never));
        return answer;
      };
    },
  });
}

interface Asked {
  readonly action: string;
  readonly question: unknown;
  readonly places: readonly At[];
  readonly error: unknown;
}

function entryOf(
  engine: Engine,
  { redact, pid, now }: Auditing,
  client: AuditClient,
  { action, question, places, error }: Asked,
): AuditEntry {
  return {
    at: now().toISOString(),
    front: client.front,
    name: redact(client.name.slice(0, maxQuestionChars)),
    pid,
    workspace: engine.status().roots.map(({ folder }) => folder),
    action,
    question: redact(textOf(question)).slice(0, maxQuestionChars),
    places: places.map((at) => placeOf(at, redact)),
    ...(error !== undefined && { error: redact(messageOf(error)).slice(0, maxQuestionChars) }),
  };
}

const placeOf = ({ path, lines }: At, redact: (text: string) => string): AuditPlace => ({
  path: redact(path),
  startLine: lines.start + 1,
  endLine: Math.max(lines.start + 1, lines.end),
});

/** What a person typed, where there is such a text; else all that was asked for. */
function textOf(question: unknown): string {
  if (question === undefined) return 'everything';
  if (typeof question === 'string') return question;
  const { query, text, symbol, key, at } = question as Readonly<Record<string, unknown>>;
  if (typeof query === 'string' && query !== '') return query;
  if (typeof text === 'string') return text;
  if (at !== undefined) return JSON.stringify(at);
  if (typeof key === 'string') return `#${key}`;
  if (typeof symbol === 'string') return symbol;
  return JSON.stringify(question);
}
