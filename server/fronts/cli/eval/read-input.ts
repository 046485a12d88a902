/** Reads the input files of `eval`; errors name the file and the expected form. */
import { readFileSync } from 'node:fs';
import { type JudgedQuestion, parseQuestions } from '../../../core/evaluation/question-file.js';
import { ContextError, configurationError } from '../../../core/model/problem.js';
import { messageOf } from '../../../util/bug.js';
import { type EarlierReport, earlierReport, REPORT_VERSION } from './report.js';

function readJson(flag: string, file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw configurationError(`${flag} ${file}: ${isMissing ? 'no such file' : messageOf(error)}`);
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw configurationError(`${flag} ${file}: not JSON: ${messageOf(error)}`);
  }
}

/** @throws ContextError('configuration') */
export function readQuestions(file: string, relative: (path: string) => string): JudgedQuestion[] {
  const parsed = readJson('--queries', file);
  try {
    return parseQuestions(parsed, relative);
  } catch (error) {
    throw error instanceof ContextError ? configurationError(`--queries ${file}: ${error.message}`) : error;
  }
}

/** @throws ContextError('configuration') */
export function readEarlier(file: string): EarlierReport {
  const outcome = earlierReport.safeParse(readJson('--compare', file));
  if (outcome.success) return outcome.data;
  const [issue] = outcome.error.issues;
  const where = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  throw configurationError(
    `--compare ${file}: expected what "eval --json" printed (version ${REPORT_VERSION})${issue ? `; ${issue.message}${where}` : ''}`,
  );
}
