/** Reads the input files of `eval`; errors name the file and the expected form. */
import { type JudgedQuestion, parseQuestions } from '../../../core/evaluation/question-file.js';
import { ContextError, configurationError } from '../../../core/model/problem.js';
import { readJsonOption } from '../../read-json-option.js';
import { type EarlierReport, earlierReport, REPORT_VERSION } from './report.js';

/** @throws ContextError('configuration') */
export function questionsOf(parsed: unknown, file: string, relative: (path: string) => string): JudgedQuestion[] {
  try {
    return parseQuestions(parsed, relative);
  } catch (error) {
    throw error instanceof ContextError ? configurationError(`--queries ${file}: ${error.message}`) : error;
  }
}

/** @throws ContextError('configuration') */
export function readEarlier(file: string): EarlierReport {
  const outcome = earlierReport.safeParse(readJsonOption('--compare', file));
  if (outcome.success) return outcome.data;
  const [issue] = outcome.error.issues;
  const where = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  throw configurationError(
    `--compare ${file}: expected what "eval --json" printed (version ${REPORT_VERSION})${issue ? `; ${issue.message}${where}` : ''}`,
  );
}
