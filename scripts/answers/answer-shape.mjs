// The only place that knows the shape of an answer: what `context/retrieve` replies, as the judges read it.

/** { path, start, end, name, related }: lines 1-based and inclusive, `name` the last part of the symbol's name. */
const placeOf = (result, related) => ({
  path: result.path,
  start: result.range.start.line + 1,
  end: Math.max(result.range.start.line + 1, result.range.end.line),
  name: result.name,
  related,
});

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
  return [folded, numbered?.[1], quoted?.[1]].filter(Boolean);
};
