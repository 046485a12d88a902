// The only place that knows the shape of an answer: what `context/retrieve` replies, as the judges read it.

/** Of a longer result a reader goes to the lines that its heading names. */
const LONG = 50;

/**
 * { path, start, end, name, related }: lines 1-based and inclusive, of a long result those that its heading names; `name` the last part of
 * the symbol's name.
 */
function placeOf({ path, range, answerLines, name }, related) {
  const first = range.start.line + 1;
  const last = Math.max(first, range.end.line);
  const named = last - first >= LONG && answerLines ? { start: answerLines[0] + 1, end: answerLines.at(-1) + 1 } : null;
  return { path, ...(named ?? { start: first, end: last }), name, related };
}

/** Codes of problems that say that nothing in the workspace matches. */
const DOUBTS = new Set(['noMatch']);

/**
 * A reply as { places, confidence, printed, doubts }. `places`: results that answer and results that belong to one of them, in the order
 * in which they come. `doubts`: the answer says that nothing in the workspace matches.
 */
export function readAnswer(reply) {
  const places = [
    ...reply.results.map((result) => placeOf(result, Boolean(result.relation))),
    ...(reply.related ?? []).map((entry) => placeOf(entry.result ?? entry, true)),
  ];
  const doubts = (reply.problems ?? []).some(({ code }) => DOUBTS.has(code));
  return { places, confidence: reply.confidence, printed: reply.markdown ?? '', doubts, signals: reply.explanation?.signals };
}

/** A printed line without the line number that may stand in front of it, white space folded. */
export const plainLines = (line) => {
  const folded = line.trim().replace(/\s+/g, ' ');
  const numbered = /^>?\s*\d+\s*[|:│→]?\s*(.*)$/.exec(folded);
  const quoted = /^(?:[-*>]\s+)?`+ ?(.*?) ?`+(?:\s.*)?$/.exec(folded);
  const listed = /^- .+?:\d+ \(in .+?\) (.*) → .+$/.exec(folded);
  return [folded, numbered?.[1], quoted?.[1], listed?.[1]].filter(Boolean);
};
