/** Asks the engine every question of a file: for the ranked list, again for each miss, and then to measure latency. */
import { readFileSync } from 'node:fs';
import type { Engine } from '../../../core/engine/engine-api.js';
import { explainMiss, missText } from '../../../core/evaluation/explain-miss.js';
import { type JudgedQuestion, type Place, placeKey } from '../../../core/evaluation/question-file.js';
import { covers, type QuestionScore, scoreQuestion, wholeFileCounter } from '../../../core/evaluation/score-question.js';
import type { Answer, Result } from '../../../core/model/answer.js';
import { escapeGlob } from '../../../util/escape-pattern.js';
import { round } from '../html/numbers.js';
import type { ReportExpected, ReportPlace, ReportQuestion, ReportResult } from './report.js';

export interface AskOptions {
  readonly limit: number;
  /** Infinity: the whole list. */
  readonly budgetTokens: number;
}

export interface Asked {
  readonly score: QuestionScore;
  readonly wholeFileTokens: number;
  readonly confidence: number;
  readonly isRight: boolean;
  /** Without `elapsedMs`, which is measured later. */
  readonly report: ReportQuestion;
}

/** Results whose score parts are kept for the figures. */
const EXPLAINED = 10;
/** The figures within a token budget are about a list read from the top, so single results are limited. */
const RESULT_TOKENS = 500;
/** Results searched for an expected place when its file is asked about alone. */
const ALONE_LIMIT = 100;

export async function askQuestions(
  engine: Engine,
  questions: readonly JudgedQuestion[],
  { limit, budgetTokens }: AskOptions,
): Promise<Asked[]> {
  const wholeTokens = wholeFileCounter((path) => textOf(engine, path) ?? '');
  const asked: Asked[] = [];
  for (const question of questions) {
    const { query, category, expected } = question;
    const answer = await engine.retrieve({ query, limit, budgetTokens, reservedTokens: 0, resultTokens: RESULT_TOKENS, explain: true });
    const score = scoreQuestion(question, answer.results);
    const misses = await Promise.all(expected.map((place, i) => explained(engine, query, place, score.ranks[i] ?? null, answer)));
    const whole = wholeTokens(answer.results);
    const first = answer.results[0];
    asked.push({
      score,
      wholeFileTokens: whole,
      confidence: answer.confidence,
      isRight: expected.length ? first !== undefined && score.isHit[0] === true : !first,
      report: {
        query,
        category,
        ndcg10: round(score.ndcg10),
        reciprocalRank: round(score.reciprocalRank),
        recall10: round(score.recall10),
        precision5: round(score.precision5),
        firstRank: score.firstRank,
        confidence: answer.confidence,
        considered: answer.considered,
        elapsedMs: null,
        tokens: score.tokens,
        wholeFileTokens: whole,
        expected: misses,
        notExpected: question.notExpected.map(reportPlace),
        results: answer.results.map((result, i) => reportResult(result, i, question, score)),
        problems: answer.problems.map(({ message }) => message),
      },
    });
  }
  return asked;
}

async function explained(engine: Engine, query: string, place: Place, rank: number | null, answer: Answer): Promise<ReportExpected> {
  const isAsked = rank === null && textOf(engine, place.path) !== null;
  const inFile = isAsked ? await askAlone(engine, query, place.path) : null;
  const miss = explainMiss(place, rank, answer.results, inFile);
  if (!miss) return { ...reportPlace(place), rank };
  const alone = miss.kind === 'outranked' ? miss.alone.result : null;
  return {
    ...reportPlace(place),
    rank,
    missed: {
      why: missText(miss),
      ...(alone && { alone: { symbol: alone.qualifiedName || alone.name, score: alone.score, parts: alone.parts } }),
    },
  };
}

async function askAlone(engine: Engine, query: string, path: string): Promise<readonly Result[]> {
  const answer = await engine.retrieve({
    query,
    limit: ALONE_LIMIT,
    explain: true,
    withText: false,
    filters: { paths: [escapeGlob(path)] },
  });
  return answer.results;
}

/** Null if the workspace has no such readable file. */
function textOf(engine: Engine, path: string): string | null {
  const file = engine.absolute(path);
  try {
    return file === null ? null : readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Likely mistakes in the question file: places in files that the workspace lacks. */
export function unknownPlaces(engine: Engine, questions: readonly JudgedQuestion[]): string[] {
  const known = new Map<string, string | null>();
  const problemOf = ({ path, lines }: Place): string | null => {
    if (!known.has(path)) known.set(path, textOf(engine, path));
    const text = known.get(path) ?? null;
    if (text === null) return 'the workspace has no such file';
    const count = text.split('\n').length;
    return lines && lines.start >= count ? `the file has ${count} lines` : null;
  };
  return questions.flatMap(({ query, expected, notExpected }, i) =>
    [...expected, ...notExpected].flatMap((place) => {
      const problem = problemOf(place);
      return problem ? [`entry ${i} (${JSON.stringify(query.slice(0, 60))}): ${placeKey(place)}: ${problem}`] : [];
    }),
  );
}

/** Milliseconds per answer on the warm index, asked as a client asks. One list per question. */
export async function timeQuestions(engine: Engine, questions: readonly JudgedQuestion[], budget: number | undefined): Promise<number[][]> {
  const samples: number[][] = questions.map(() => []);
  const passes = Math.max(MIN_PASSES, Math.min(MAX_PASSES, Math.ceil(WANTED_SAMPLES / questions.length)));
  for (let pass = 0; pass < passes; pass++)
    for (const [i, { query }] of questions.entries()) {
      const started = performance.now();
      await engine.retrieve({ query, ...(budget !== undefined && { budgetTokens: budget }) });
      samples[i]?.push(performance.now() - started);
    }
  return samples;
}
/** A p99 needs a few hundred samples, but the run must stay short. */
const WANTED_SAMPLES = 300;
const MIN_PASSES = 2;
const MAX_PASSES = 10;

const reportPlace = ({ path, lines }: Place): ReportPlace => ({
  path,
  ...(lines && { start_line: lines.start + 1, end_line: lines.end }),
});

function reportResult(result: Result, i: number, { expected }: JudgedQuestion, score: QuestionScore): ReportResult {
  return {
    file: result.path,
    start_line: result.lines.start + 1,
    end_line: Math.max(result.lines.start + 1, result.lines.end),
    symbol: result.qualifiedName,
    kind: result.symbolKind ?? result.kind,
    score: result.score,
    tokens: result.tokens,
    reason: result.reason,
    covers: expected.flatMap((place, at) => (covers(result, place) ? [at] : [])),
    ...(score.isUnwanted[i] && { unwanted: true as const }),
    ...(i < EXPLAINED && { parts: result.parts }),
  };
}
