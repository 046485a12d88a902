/** `show`: a symbol by key, name or place, whole, with line numbers. */

import { parsePlace, wholePlace } from '../parse-place.js';
import { UsageError } from '../read-options.js';
import { renderMarkdown } from '../render-markdown.js';
import { showPlace } from '../show-place.js';
import { type Invocation, isColoured } from './flags.js';
import { paint } from './highlight.js';
import { printJson, printText } from './print.js';
import { sourceLines } from './render-terminal.js';
import { fullJson, viewOf } from './result-forms.js';
import { waitForIndex } from './up-to-date.js';

/** The form of a result's key. A name may have the same form; no symbol's name is a key. */
const KEY = /^[\w-]{8,40}$/;

export async function show({ words, flags, limit, wait, folder, open }: Invocation): Promise<number> {
  const target = words.join(' ');
  if (!target) throw new UsageError('show: expected a key, a symbol, or FILE:LINE (from 1)');
  const engine = await open();
  await waitForIndex(engine.settled(), wait);
  const most = limit === undefined ? {} : { limit };
  const folders = [folder, process.cwd()];
  const place = parsePlace(engine, folders, await wholePlace(engine, folders, target));
  const byKey = !place && KEY.test(target) ? await engine.show({ key: target, ...most }) : null;
  const named = () => (place ? showPlace(engine, place, most) : engine.show({ symbol: target, ...most }));
  const answer = byKey?.results.length ? byKey : await named();
  const { results, needed, problems } = answer;
  if (flags.json) printJson({ ...answer, results: results.map(fullJson), needed: needed.map((one) => ({ ...one, line: one.line + 1 })) });
  else if (flags.markdown) printText(renderMarkdown({ ...answer, related: [], needed: [], callers: [] }));
  else {
    const view = { ...viewOf(flags), isTerminal: false };
    const out = results.flatMap((result) => [...sourceLines(result, view), '']);
    printText([...out, ...problems.map(({ message }) => paint(message, 'yellow', isColoured(flags)))].join('\n').trimEnd());
  }
  return results.length ? 0 : 1;
}
