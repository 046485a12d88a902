/** pytest: a fixture is used by a parameter of its name, which mentions nothing. Read from the lines with the name when a question needs them. */
import type { ChunkRecord } from '../../model/chunk.js';
import { isFunction } from '../../model/symbol.js';
import type { IndexReader } from '../ports.js';
import { linesWith } from '../recall/lines-with.js';
import type { Step } from './graph-steps.js';
import { isNamed } from './mentions/possible-targets.js';

const MAX_LINES = 1_000;

/** `used_by` of fixtures, one for each function with such a parameter; a guess where several fixtures have the name. */
export function usersOfFixtures(reader: IndexReader, symbols: readonly ChunkRecord[]): Step[] {
  return symbols.filter(isFixture).flatMap((from) => {
    const { name } = from;
    const seen = new Set([from.id]);
    return linesWith(reader, name, MAX_LINES).flatMap(({ record: to, line }): Step[] => {
      const { language, symbolKind, meta, path, provenance } = to;
      if (language !== 'python' || !isFunction(symbolKind) || seen.has(to.id)) return [];
      if (!meta.parameters?.some((parameter) => isNamed(parameter, name, language))) return [];
      seen.add(to.id);
      const edge = { fromId: to.id, toId: from.id, name, qualifier: null, kind: 'use' as const, path, line, provenance };
      return [{ from, to, kind: 'used_by', edge, isGuess: false }];
    });
  });
}

const isFixture = ({ language, meta }: ChunkRecord): boolean =>
  language === 'python' && meta.tags?.some((tag) => /(?:^|[._])fixture$/.test(tag)) === true;
