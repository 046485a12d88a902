/**
 * A file of questions with the places that answer them, as people write it (docs/evaluation.md). Parsed JSON in, checked
 * questions out; says which entry is wrong and what was expected there. Reads no file.
 */
import type { LineSpan, WorkspacePath } from '../model/file.js';
import { configurationError } from '../model/problem.js';

/** A file, or some lines of it. */
export interface Place {
  readonly path: WorkspacePath;
  readonly lines: LineSpan | null;
}

export interface JudgedQuestion {
  readonly query: string;
  readonly category: string;
  /** Empty where nothing should be found. */
  readonly expected: readonly Place[];
  /** Places that must not be among the first ten. */
  readonly notExpected: readonly Place[];
}

const UNCATEGORISED = 'uncategorised';

/** `relative` turns absolute paths into those of the workspace. @throws ContextError('configuration') that names the entry. */
export function parseQuestions(parsed: unknown, relative: (path: string) => string): JudgedQuestion[] {
  if (!Array.isArray(parsed)) throw configurationError(`expected a JSON array of { "query": …, "expected": [ … ] }, got ${nameOf(parsed)}`);
  if (parsed.length === 0) throw configurationError('the array holds no question');
  return parsed.map((entry: unknown, i) => parseQuestion(entry, `entry ${i}`, relative));
}

function parseQuestion(entry: unknown, where: string, relative: (path: string) => string): JudgedQuestion {
  if (!isObject(entry)) throw configurationError(`${where}: expected an object with "query" and "expected", got ${nameOf(entry)}`);
  const { query, category = UNCATEGORISED, expected, relevant, secondary, notExpected } = entry;
  if (typeof query !== 'string') throw configurationError(`${where}: expected "query" to be a string, got ${nameOf(query)}`);
  const about = `${where} (${JSON.stringify(query.slice(0, 60))})`;
  if (typeof category !== 'string') throw configurationError(`${about}: expected "category" to be a string, got ${nameOf(category)}`);
  if (expected === undefined && relevant === undefined) {
    throw configurationError(`${about}: no "expected" places; [] says that nothing should be found`);
  }
  const places = (value: unknown, name: string): Place[] => parsePlaces(value, `${about}: ${name}`, relative);
  return {
    query,
    category: category || UNCATEGORISED,
    expected: unique([...places(expected, 'expected'), ...places(relevant, 'relevant'), ...places(secondary, 'secondary')]),
    notExpected: unique(places(notExpected, 'notExpected')),
  };
}

function parsePlaces(value: unknown, where: string, relative: (path: string) => string): Place[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw configurationError(`${where}: expected an array, got ${nameOf(value)}`);
  return value.map((item: unknown, i) => {
    const place = typeof item === 'string' ? { path: item } : item;
    if (!isObject(place) || typeof place.path !== 'string' || !place.path) {
      throw configurationError(`${where}[${i}]: expected a path or { "path", "start_line", "end_line" }, got ${nameOf(item)}`);
    }
    return { path: workspacePath(relative(place.path)), lines: parseLines(place, `${where}[${i}]`) };
  });
}

/** Lines are 1-based and inclusive outside of the engine. One line is meant where `end_line` is absent. */
function parseLines({ start_line: first, end_line: last = first }: Record<string, unknown>, where: string): LineSpan | null {
  if (first === undefined || first === null) return null;
  if (!isLine(first) || !isLine(last) || last < first) {
    throw configurationError(`${where}: expected whole numbers, 1 <= start_line <= end_line, got ${String(first)} and ${String(last)}`);
  }
  return { start: first - 1, end: last };
}

const isLine = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const nameOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value);
const workspacePath = (path: string): WorkspacePath => path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');

export const placeKey = ({ path, lines }: Place): string => (lines ? `${path}:${lines.start + 1}-${lines.end}` : path);
const unique = (places: readonly Place[]): Place[] => [...new Map(places.map((place) => [placeKey(place), place])).values()];
