// In which form a symbol is mentioned where two sides differ: what they differ by, for differences of one form have one cause.

/** @type {readonly (readonly [string, (place: { from: any, line: string, before: string, after: string, language: string }) => boolean])[]} */
const forms = [
  ['entry of __all__', ({ from }) => from.name === '__all__'],
  ['quoted', ({ before }) => /["'`]$/.test(before) && !/\[\s*["'`]$/.test(before)],
  ['index type', ({ before }) => /[\w$\]>)]\[\s*["']$/.test(before)],
  ['import', ({ line }) => /^\s*(import|from|export\s*[{*]|use)\b/.test(line)],
  ['short form', ({ before, after }) => /(?:[{,]|\.{3})\s*(?:\/\/.*\s*)?$/.test(before) && /^\s*[,}]/.test(after)],
  ['key', ({ before, after }) => /[{,(;\s]$/.test(before) && /^["'`]?\??\s*:(?!:)/.test(after)],
  ['named argument', ({ before, after, language }) => language === 'python' && /[(,]\s*$/.test(before) && /^\s*=(?!=)/.test(after)],
  ['member', ({ before }) => /(?:\.|->|::|\?\.)\s*$/.test(before)],
  ['name', () => true],
];

export function formOf(chunks, { to, from, place }) {
  if (!place) return 'unknown';
  const text = chunks.textOf(place.path);
  const start = chunks.offsetOf({ ...place, character: 0 });
  // Of an edge only the line is kept.
  const at = place.character > 0 ? start + place.character : text.indexOf(to.name, start);
  const end = text.indexOf('\n', start);
  const line = text.slice(start, end < 0 ? text.length : end);
  if (at < 0 || at > start + line.length || !text.startsWith(to.name, at)) return 'another name';
  const before = text.slice(Math.max(0, at - 120), at);
  const after = text.slice(at + to.name.length, at + to.name.length + 40);
  return forms.find(([, is]) => is({ from, line, before, after, language: from.language }))[0];
}
