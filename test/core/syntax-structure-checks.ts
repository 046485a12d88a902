/** What every outline must be, and how the tests show one. */
import assert from 'node:assert/strict';
import type { Outline } from '../../server/core/model/symbol.js';

export function rendered(outline: Outline): string {
  const depths: number[] = [];
  return outline.symbols
    .map((symbol, i) => {
      depths[i] = symbol.parent < 0 ? 0 : (depths[symbol.parent] ?? 0) + 1;
      return `${'  '.repeat(depths[i] ?? 0)}${symbol.kind} ${symbol.name} [${symbol.lines.start}-${symbol.lines.end}] : ${symbol.signature}`;
    })
    .join('\n');
}

export function assertWellFormed(text: string, outline: Outline): void {
  let previous = 0;
  outline.symbols.forEach((symbol, i) => {
    const { span, nameSpan, bodySpan, lines } = symbol;
    assert.ok(symbol.parent < i && symbol.parent >= -1, 'parents precede');
    assert.ok(span.start >= previous, 'source order');
    previous = span.start;
    assert.ok(span.start <= nameSpan.start && nameSpan.end <= span.end && span.end <= text.length, `${symbol.name} lies within its span`);
    assert.equal(text.slice(nameSpan.start, nameSpan.end), symbol.name);
    assert.ok(lines.start < lines.end);
    if (bodySpan)
      assert.ok(bodySpan.start <= bodySpan.end && bodySpan.start >= span.start && bodySpan.end <= span.end, `body of ${symbol.name}`);
    const parent = outline.symbols[symbol.parent];
    if (parent) assert.ok(parent.span.start <= span.start && span.end <= parent.span.end, `${symbol.name} lies within ${parent.name}`);
    const before = outline.symbols[i - 1];
    if (before) assert.ok(span.start >= before.span.end || span.end <= before.span.end, `${symbol.name} and ${before.name} do not overlap`);
  });
  for (const reference of outline.references)
    assert.ok(reference.from >= -1 && reference.from < outline.symbols.length && reference.line >= 0);
}
