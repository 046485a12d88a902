/** Outlines as text for expectations: one line a symbol, indented under its parent. */
import assert from 'node:assert/strict';
import type { Outline } from '../../server/core/model/symbol.js';
import { outlineTree } from '../../server/io/syntax/tree-sitter/outline-tree.js';

/** `kind name [first-last] : signature ~visibility #tags "doc"`, lines counted from 1; `{}` marks a body. */
function render(outline: Outline): string {
  const depth: number[] = [];
  const lines = outline.symbols.map((symbol, i) => {
    depth[i] = symbol.parent < 0 ? 0 : (depth[symbol.parent] as number) + 1;
    const { start, end } = symbol.lines;
    const range = end - start === 1 ? `${end}` : `${start + 1}-${end}`;
    const extras = [
      symbol.visibility && symbol.visibility !== 'public' ? ` ~${symbol.visibility}` : '',
      symbol.async ? ' async' : '',
      symbol.tags ? ` #${symbol.tags.join(',')}` : '',
      symbol.doc ? ` "${symbol.doc.replace(/\n/g, '|')}"` : '',
    ];
    return `${'  '.repeat(depth[i] as number)}${symbol.kind} ${symbol.name} [${range}]${symbol.bodySpan ? '{}' : ''} : ${symbol.signature}${extras.join('')}`;
  });
  return lines.join('\n');
}

/** What must hold of every outline, whatever the text. */
export function checkInvariants(text: string, outline: Outline): void {
  const { symbols } = outline;
  symbols.forEach((symbol, i) => {
    const where = `${outline.source} ${symbol.kind} ${symbol.name}`;
    const { span, nameSpan, bodySpan } = symbol;
    assert.ok(symbol.parent < i, `${where}: parent first`);
    assert.ok(span.start >= 0 && span.end <= text.length && span.start < span.end, `${where}: span`);
    assert.ok(nameSpan.start >= span.start && nameSpan.end <= span.end, `${where}: name inside`);
    if (bodySpan)
      assert.ok(bodySpan.start >= span.start && bodySpan.end <= span.end && bodySpan.start <= bodySpan.end, `${where}: body inside`);
    const parent = symbols[symbol.parent];
    if (parent) assert.ok(parent.span.start <= span.start && parent.span.end >= span.end, `${where}: inside its parent`);
    const before = symbols[i - 1];
    if (before) assert.ok(before.span.start <= span.start, `${where}: in order`);
  });
  for (const reference of outline.references) assert.ok(reference.from >= -1 && reference.from < symbols.length);
}

/** Outlines a text and compares it with what is expected. */
export async function checkOutline(language: string, text: string, expected: string): Promise<Outline> {
  const outline = await outlineTree(text, language);
  assert.ok(outline, `no outline of ${language}`);
  checkInvariants(text, outline);
  assert.equal(render(outline), expected.replace(/^\n|\n\s*$/g, ''));
  return outline;
}

/** References as `kind name <module> from`, one a line; `from` is the name of the symbol. */
export function renderReferences(outline: Outline): string {
  return outline.references
    .map(
      ({ kind, name, module, from, line }) =>
        `${kind} ${name}${module ? ` <${module}>` : ''} in ${outline.symbols[from]?.name ?? '-'} :${line + 1}`,
    )
    .join('\n');
}
