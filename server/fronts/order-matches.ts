/** Orders lines that contain a symbol's name: what looks like a call first, then other code, definitions, comments and documentation. */
import { isImportOf, looksLikeComment } from '../core/model/line-forms.js';
import type { McpTextMatch } from '../protocol/mcp-common.js';
import { escapePattern } from '../util/escape-pattern.js';

const documentation = /\.(?:md|mdx|markdown|rst|adoc|txt)$|(?:^|\/)(?:changelog|changes|news|history)(?:[-_\d][^/.]*)?$/i;
const definition =
  /^(?:(?:export|default|public|private|protected|internal|static|async|final|abstract|override|virtual|inline|extern|pub(?:\([^)]*\))?)\s+)*(?:@(?:spec|callback|macrocallback|type|typep|opaque)|defp?|defmacrop?|defdelegate|def|fn|func|fun|function|class|interface|struct|enum|trait|type|sub|proc)\b/;

/** Whether a line declares the symbol of that name. In C and others nothing but its place tells a definition from a call. */
export const declares = ({ text, symbol }: Pick<McpTextMatch, 'text' | 'symbol'>, name: string): boolean =>
  definition.test(text) ||
  (symbol.split('.').at(-1) === name &&
    new RegExp(`^[\\w*&:<>\\s]*(?<!\\w)${escapePattern(name)}\\s*\\([^;]*$`).test(text) &&
    !/^(?:return|if|while)\b/.test(text));

/** Whether a line is code that mentions a name: no documentation, comment, declaration of the name or import. */
export function isCodeWith(match: Pick<McpTextMatch, 'path' | 'text' | 'symbol'>, name: string): boolean {
  const text = match.text.trim();
  const isProse = documentation.test(match.path) || looksLikeComment(text);
  return !isProse && !isImportOf(text, name) && !declares(match, name);
}

/**
 * @param name without qualifier
 * @param isMember calls of the name name a receiver: `x.name(`
 */
export function orderMatches(matches: readonly McpTextMatch[], name: string, isMember = false): McpTextMatch[] {
  const escaped = escapePattern(name);
  const receiver = new RegExp(`(?:\\.|->|::)\\s*${escaped}(?![\\p{L}\\p{N}_])`, 'u');
  const called = new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}\\s*(?:\\(|!\\s*[([{]|<[^<>()]*>\\()|(?:&|&\\w[\\w.]*\\.)${escaped}/\\d`, 'u');
  const orderOf = (match: McpTextMatch): number => {
    const { path, text } = match;
    if (documentation.test(path)) return 4;
    if (looksLikeComment(text)) return 3;
    if (declares(match, name)) return 2;
    return called.test(text) && (!isMember || receiver.test(text)) ? 0 : 1;
  };
  return matches
    .map((match, i) => ({ match, i, order: orderOf(match) }))
    .sort((a, b) => a.order - b.order || a.i - b.i)
    .map(({ match }) => match);
}
