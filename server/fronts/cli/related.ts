/** `related`: callers, callees, base types and tests of a symbol or of the symbol at a place. */
import { clipped } from '../../core/model/answer-text.js';
import type { RelatedAnswer, RelatedItem, RelatedQuestion } from '../../core/model/related.js';
import { dependsOn, relatedKinds } from '../../core/model/related.js';
import type { TextMatch } from '../../core/model/text-search.js';
import { type AttributeLines, attributeLines, attributeText } from '../attribute-lines.js';
import { type FurtherLines, furtherLines, furtherNote } from '../further-lines.js';
import { parsePlace, wholePlace } from '../parse-place.js';
import { oneOf, UsageError } from '../read-options.js';
import { type Flags, type Invocation, isColoured } from './flags.js';
import { paint } from './highlight.js';
import { printJson, printText } from './print.js';
import { waitForIndex, waitForServers } from './up-to-date.js';

/** Calls without a target that are printed. */
const MAX_UNRESOLVED = 10;
const LINE_CHARS = 120;

export async function related({ words, flags, limit, wait, folder, open }: Invocation): Promise<number> {
  const target = words.join(' ');
  if (!target) throw new UsageError('related: expected a symbol, or FILE:LINE or FILE:LINE:COLUMN (from 1)');
  const options = optionsOf(flags, limit);
  const engine = await open();
  await waitForIndex(engine.settled(), wait);
  if (flags['with-servers']) await waitForServers(engine, flags.wait === undefined ? undefined : wait);
  const folders = [folder, process.cwd()];
  const place = parsePlace(engine, folders, await wholePlace(engine, folders, target));
  const answer = await engine.related({ ...(place ?? { symbol: target }), ...options });
  if (flags.json) {
    const unresolved = answer.unresolved.map((call) => ({ ...call, line: call.line + 1 }));
    const uncalled = answer.uncalled.map(symbolJson);
    printJson({ ...answer, of: answer.of.map(symbolJson), items: answer.items.map(itemJson), unresolved, uncalled });
  } else {
    const asksWho = !options.kinds || options.kinds.some((kind) => dependsOn.has(kind));
    const further = asksWho ? await furtherLines(engine, answer) : null;
    const attribute = answer.of.length || place ? null : await attributeLines(engine, target);
    printText(attribute ? renderAttribute(attribute, isColoured(flags)) : renderRelated(answer, further, isColoured(flags)));
    if (attribute) return 0;
  }
  return answer.of.length ? 0 : 1;
}

function optionsOf(flags: Flags, limit: number | undefined): Pick<RelatedQuestion, 'depth' | 'kinds' | 'limit'> {
  const depth = flags.depth === undefined ? undefined : Number(flags.depth);
  if (depth !== undefined && !(Number.isInteger(depth) && depth >= 1 && depth <= 5))
    throw new UsageError(`--depth: expected 1 to 5, got "${flags.depth}"`);
  const kinds = flags.relation?.map((kind) => oneOf('relation', relatedKinds, kind));
  return {
    ...(depth !== undefined && { depth }),
    ...(kinds?.length && { kinds }),
    ...(limit !== undefined && { limit }),
  };
}

/** Lines are 1-based here, as everywhere outside of LSP. */
const symbolJson = ({ lines, nameLine, ...symbol }: RelatedItem['symbol']) => ({
  ...symbol,
  start_line: lines.start + 1,
  end_line: lines.end,
  nameLine: nameLine + 1,
});
const itemJson = ({ symbol, proof, moreProof, ...item }: RelatedItem) => ({
  ...item,
  symbol: symbolJson(symbol),
  proof: proof && { ...proof, line: proof.line + 1 },
  moreProof: moreProof.map(({ line, text }) => ({ line: line + 1, text })),
});

const lineText = ({ path, line, text }: TextMatch, color: boolean): string =>
  `  ${clipped(text, LINE_CHARS)}  ${paint(`${path}:${line + 1}`, 'dim', color)}`;

const renderAttribute = (attribute: AttributeLines, color: boolean): string =>
  [attributeText(attribute), ...attribute.matches.map((match) => lineText(match, color))].join('\n');

/** One block a relation; per symbol a line, and below it the line of code that proves it. */
function renderRelated({ of, items, omitted, unresolved, problems }: RelatedAnswer, further: FurtherLines | null, color: boolean): string {
  const isCorrection = ({ code }: RelatedAnswer['problems'][number]): boolean => code === 'corrected';
  const out = problems.filter(isCorrection).map(({ message }) => paint(message, 'yellow', color));
  out.push(
    ...of.map(
      ({ qualifiedName, path, nameLine }) => `${paint(qualifiedName, 'bold', color)}  ${paint(`${path}:${nameLine + 1}`, 'dim', color)}`,
    ),
  );
  const names = new Map([...of, ...items.map(({ symbol }) => symbol)].map(({ key, qualifiedName }) => [key, qualifiedName]));
  const starts = new Set(of.map(({ key }) => key));
  for (const kind of relatedKinds) {
    const own = items.filter((item) => item.kind === kind);
    if (!own.length) continue;
    const more = omitted.find((one) => one.kind === kind)?.count;
    out.push('', paint(`${kind.replaceAll('_', ' ')}${more ? ` (${own.length} of ${own.length + more})` : ''}`, 'bold', color));
    for (const { symbol, depth, of: from, proof, moreProof, furtherLines, provenance, isGuess, through, member } of own) {
      const where = `${symbol.path}:${symbol.nameLine + 1}`;
      const nearer = names.get(from) ?? through?.name ?? member ?? 'what it holds';
      const via = starts.has(from)
        ? ''
        : `  via ${nearer}${through?.isByMethodNames ? ', by method names' : ''}${depth > 1 ? `, step ${depth}` : ''}`;
      out.push(`  ${symbol.qualifiedName}  ${paint(`${where}${via}`, 'dim', color)}`);
      if (proof)
        out.push(
          `      ${clipped(proof.text, LINE_CHARS)}  ${paint(`${proof.path}:${proof.line + 1}, ${provenance}${isGuess ? ', by name alone' : ''}`, 'dim', color)}`,
        );
      for (const { line, text } of moreProof)
        out.push(`      ${clipped(text, LINE_CHARS)}  ${paint(`${proof?.path}:${line + 1}`, 'dim', color)}`);
      if (furtherLines) out.push(`      ${furtherLines} more lines`);
    }
  }
  if (of.length && !items.length) out.push('', 'nothing related is known');
  if (further?.matches.length) {
    out.push('', paint('other lines that contain the name', 'bold', color));
    out.push(...further.matches.map((match) => lineText(match, color)));
  }
  const note = further && furtherNote(further);
  if (note) out.push(paint(note, 'dim', color));
  const missing = unresolved.slice(0, MAX_UNRESOLVED).map(({ name, line }) => `${name}:${line + 1}`);
  if (missing.length) out.push('', paint(`unresolved: ${missing.join(', ')}`, 'dim', color));
  for (const { message } of problems.filter((one) => !isCorrection(one))) out.push(paint(message, 'yellow', color));
  return out.join('\n');
}
