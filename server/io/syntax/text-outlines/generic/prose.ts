/** Whether a text without a known language is prose, whose sentences only look like definitions: `modification time (mtime)`. */

const LINES = 200;
/** Of the lines that are not empty. */
const MOST_CODE = 0.05;
const LEAST_PROSE = 0.4;
const CODE_LINE = /[{};]\s*$|^\s*[}\])]|\w\(.*\)\s*(?:\{|=>|->)|\S\s(?::=|==?|=>|->|\+=|\|\|)\s\S/;
const WORD = /^["'(*`]?\p{L}[\p{L}'’/-]*[.,:;!?)"'*`]{0,3}$/u;

/** Six words or more, and little besides. */
function isProseLine(line: string): boolean {
  const parts = line.slice(0, 300).trim().split(/\s+/);
  const words = parts.filter((part) => WORD.test(part)).length;
  return words >= 6 && words >= parts.length * 0.8;
}

export function isProse(text: string): boolean {
  let lines = 0;
  let code = 0;
  let prose = 0;
  for (const line of text.slice(0, LINES * 200).split('\n')) {
    if (!line.trim()) continue;
    if (++lines > LINES) break;
    if (CODE_LINE.test(line)) code++;
    else if (isProseLine(line)) prose++;
  }
  return prose >= lines * LEAST_PROSE && code <= lines * MOST_CODE;
}
