/** `eval`: scores the answers to a file of questions with expected places; prints a table or JSON, writes a page. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Engine } from '../../../core/engine/engine-api.js';
import { calibrate } from '../../../core/evaluation/calibration.js';
import type { JudgedQuestion } from '../../../core/evaluation/question-file.js';
import { type Figures, latencyOf, percentile, summarise } from '../../../core/evaluation/summarise.js';
import { configurationError } from '../../../core/model/problem.js';
import { messageOf } from '../../../util/bug.js';
import { version } from '../../../util/version.js';
import { readJsonOption } from '../../read-json-option.js';
import { UsageError } from '../../read-options.js';
import { type Invocation, isColoured } from '../flags.js';
import { round } from '../html/numbers.js';
import { printError, printJson, printText } from '../print.js';
import { type Asked, askQuestions, timeQuestions, unknownPlaces } from './ask-questions.js';
import { htmlReport } from './html-report.js';
import { questionsOf, readEarlier } from './read-input.js';
import { renderTable } from './render-table.js';
import { REPORT_FORMAT, REPORT_VERSION, type Report } from './report.js';

/** As deep as the batch form of `retrieve`. */
const DEFAULT_LIMIT = 50;

export async function evaluate(invocation: Invocation): Promise<number> {
  const { flags, open } = invocation;
  if (flags.queries === undefined) throw new UsageError('eval: expected --queries FILE, a JSON array of { "query", "expected" }');
  const parsed = readJsonOption('--queries', flags.queries);
  const questionsIn = (relative: (path: string) => string) => questionsOf(parsed, flags.queries as string, relative);
  // Reports errors in the files before indexing a large workspace.
  questionsIn((path) => path);
  const earlier = flags.compare === undefined ? null : readEarlier(flags.compare);
  const engine = await open();
  await engine.settled();
  const absolute = /^(?:[/\\]|[A-Za-z]:)/;
  const questions = questionsIn((path) => (absolute.test(path) ? (engine.relative(path) ?? path) : path));
  const report = await run(engine, questions, invocation);
  if (flags.html !== undefined) writeReport(flags.html, htmlReport(report, earlier));
  if (flags.json) printJson(report);
  else printText(renderTable(report, earlier, isColoured(flags)));
  for (const warning of report.warnings) printError(`warning: ${warning}`);
  if (flags.html !== undefined) printError(`report: ${resolve(flags.html)}`);
  return 0;
}

async function run(engine: Engine, questions: readonly JudgedQuestion[], { flags, folder, limit, budget }: Invocation): Promise<Report> {
  const warnings = unknownPlaces(engine, questions);
  const options = { limit: limit ?? DEFAULT_LIMIT, budgetTokens: budget ?? Number.POSITIVE_INFINITY };
  const asked = await askQuestions(engine, questions, options);
  const samples = await timeQuestions(engine, questions, budget);
  const status = engine.status();
  return {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    made: new Date().toISOString(),
    server: version,
    workspace: folder,
    queries: resolve(flags.queries as string),
    index: {
      files: status.files,
      chunks: status.chunks,
      symbols: status.symbols,
      model: status.model.name,
      vectorSearch: status.vectorIndex.kind,
    },
    options: { limit: options.limit, budgetTokens: budget ?? null },
    figures: rounded(summarise(asked)),
    categories: byCategory(asked),
    latency: rounded(latencyOf(samples.flat())),
    calibration: rounded(calibrate(asked)),
    warnings,
    questions: asked.map(({ report }, i) => ({ ...report, elapsedMs: medianOf(samples[i] ?? []) })),
  };
}

function byCategory(asked: readonly Asked[]): Record<string, Figures> {
  const names = [...new Set(asked.map(({ report }) => report.category))].sort();
  return Object.fromEntries(names.map((name) => [name, rounded(summarise(asked.filter(({ report }) => report.category === name)))]));
}

function medianOf(samples: readonly number[]): number | null {
  return samples.length
    ? round(
        percentile(
          [...samples].sort((a, b) => a - b),
          50,
        ),
        2,
      )
    : null;
}

/** Rounds every number of a value to four places, so that two reports differ only by real changes. */
function rounded<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === 'number' ? round(part) : part))) as T;
}

function writeReport(file: string, html: string): void {
  try {
    writeFileSync(file, html);
  } catch (error) {
    throw configurationError(`--html ${file}: ${messageOf(error)}`);
  }
}
