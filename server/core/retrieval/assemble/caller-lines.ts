/** Lines that call, use or implement the first results, from code that is not among them: where a symbol takes effect. */
import { remembered } from '../../../util/remembered.js';
import type { CallerLine } from '../../model/answer.js';
import { clipped, oneLine } from '../../model/answer-text.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { isConstant, isFunction, type SymbolKind } from '../../model/symbol.js';
import { isClear, isOwnMember, type Step, stepsIn, stepsOut } from '../graph/graph-steps.js';
import { leadingLines, linesOfNamesakes } from '../graph/namesake-lines.js';
import { innerLines } from '../graph/neighbours.js';
import { overriders } from '../graph/override-family.js';
import { linesAgain } from '../graph/proof-lines.js';
import type { IndexReader } from '../ports.js';
import { budget } from './budget.js';

/**
 * Callers of functions, and what extends types or overrides members, in the order of `records`, a few of each; of symbols whose
 * name is the question more. Uses of values that the question names, and of constants. Names that may mean another symbol are left out.
 * @param asked ids of the records whose name is the question
 * @param named ids of those whose name is in it
 * @param isShown whether the answer shows a line (0-based) already
 */
export function callerLines(
  reader: IndexReader,
  records: readonly ChunkRecord[],
  textOf: (record: ChunkRecord) => string,
  isShown: (path: string, line: number) => boolean,
  asked: ReadonlySet<number>,
  named: ReadonlySet<number>,
): CallerLine[] {
  const symbols = records.filter(({ symbolKind }) => symbolKind !== null).slice(0, budget.callersFrom);
  if (!symbols.length) return [];
  const functions = symbols.filter(({ symbolKind }) => isFunction(symbolKind));
  // An enumeration takes effect where its members are compared.
  const enums = symbols.filter(({ symbolKind }) => symbolKind === 'enum');
  const members = reader.chunks(enums.flatMap(({ id }) => reader.children(id).map((child) => child.id)));
  const enumOf = new Map(members.map(({ id, parentId }) => [id, parentId]));
  const steps = [...stepsIn(reader, [...symbols, ...members]), ...overriders(reader, functions)].filter(isClear);
  const seen = new Set<string>();
  const files = new Map<number, readonly string[]>();
  return symbols.flatMap((record) => {
    const isAsked = asked.has(record.id);
    const most = isAsked ? budget.callersOfNamed : budget.callersOfEach;
    const isUsed = isAsked || isConstant(record) || record.symbolKind === 'enum' || (named.has(record.id) && !isType(record));
    return (['calls', 'uses', 'implements'] as const).flatMap((relation) => {
      if (relation === 'uses' && !isUsed) return [];
      const found: CallerLine[] = [];
      let further = 0;
      let above = 0;
      for (const step of steps) {
        const { from, to, edge } = step;
        if ((enumOf.get(from.id) ?? from.id) !== record.id || relationOf(step) !== relation) continue;
        // Another member, and what declares a value of it, say nothing.
        if (enums.includes(record) && !isFunction(to.symbolKind)) continue;
        // The last reads the text of a file.
        if (seen.has(`${edge.path}:${edge.line}`) || !isOwnMember(reader, step)) continue;
        const lines = remembered(files, to.fileId, () => textOf(to).split('\n'));
        const again = linesAgain(
          lines,
          edge,
          to,
          from,
          () => innerLines(reader, to),
          () => linesOfNamesakes(reader, to, edge.name, leadingLines(steps, step)),
        );
        for (const line of [edge.line, ...again]) {
          const place = `${edge.path}:${line}`;
          if (seen.has(place)) continue;
          seen.add(place);
          const text = clipped(oneLine(lines[line] ?? ''), budget.lineChars);
          if (isShown(edge.path, line)) above++;
          else if (found.length >= most + budget.callersBeyond) further++;
          else if (text) found.push({ path: edge.path, line, text, relation, caller: to.qualifiedName, of: record.qualifiedName });
        }
      }
      if (further) further += found.splice(most).length;
      const last = found.pop();
      if (!last) return [];
      const listed: CallerLine[] = [...found, further ? { ...last, more: further } : last];
      return listed.map((one, i) => (i === 0 && above ? { ...one, above } : one));
    });
  });
}

const TYPES: ReadonlySet<SymbolKind | null> = new Set([
  'class',
  'struct',
  'interface',
  'trait',
  'enum',
  'type',
  'module',
  'namespace',
  'impl',
]);
const isType = ({ symbolKind }: ChunkRecord): boolean => TYPES.has(symbolKind);

/**
 * What lines of a constant, a class or a module are about: a short one or a member of an enumeration itself, of a table the symbols that
 * those lines mention (the key of a message), but for functions.
 * @param lines of the file, 0-based
 */
export function subjectsAt(reader: IndexReader, record: ChunkRecord, lines: readonly number[]): ChunkRecord[] {
  const isShort = record.lines.end - record.lines.start <= budget.shortConstantLines;
  if (isShort || record.symbolKind === 'enumMember') return [record];
  const steps = stepsOut(reader, [record], (edges) => edges.filter(({ line }) => lines.includes(line)));
  return steps.filter((step) => isClear(step) && step.kind !== 'imports' && !isFunction(step.to.symbolKind)).map(({ to }) => to);
}

/** What a step says of the symbol that it leads to; null where it says little. */
function relationOf({ from, kind }: Step): CallerLine['relation'] | null {
  if (kind === 'extended_by') return 'implements';
  if (isFunction(from.symbolKind)) return kind === 'called_by' ? 'calls' : null;
  return kind === 'called_by' || kind === 'used_by' ? 'uses' : null;
}
