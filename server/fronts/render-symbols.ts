/** Symbols as one Markdown document, for clients that show an answer as text. Pure. */

interface Shown {
  readonly qualifiedName: string;
  readonly symbolKind: string | null;
  readonly path: string;
  readonly selectionRange: { readonly start: { readonly line: number } };
  readonly signature: string;
  readonly reason: string;
}

export function renderSymbols(query: string, symbols: readonly Shown[], problems: readonly { readonly message: string }[]): string {
  const lines = symbols.map(({ qualifiedName, symbolKind, path, selectionRange, signature, reason }) => {
    const head = `- ${path}:${selectionRange.start.line + 1} **${escaped(qualifiedName)}** (${symbolKind ?? 'file'}, ${reason})`;
    return signature === '' ? head : `${head}\n\n  \`\`\`\`\n${indented(signature)}\n  \`\`\`\``;
  });
  const notes = problems.map(({ message }) => `> ${message}`);
  return `${[heading(query), ...(lines.length > 0 ? lines : ['No symbols.']), ...notes].join('\n\n')}\n`;
}

/** The first line of a document: the question. */
export const heading = (query: string): string => `# ${escaped(query.replace(/\s+/g, ' ').trim().slice(0, 200)) || '(nothing)'}`;

const escaped = (text: string): string => text.replace(/[\\`*_<>[\]#]/g, '\\$&');
const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
