/** Orders lines that contain a symbol's name: what looks like a call first, then other code, definitions, comments and documentation. */
import type { McpTextMatch } from '../../protocol/mcp-common.js';
import { escapePattern } from '../../util/escape-pattern.js';

const documentation = /\.(?:md|mdx|markdown|rst|adoc|txt)$|(?:^|\/)(?:changelog|changes|news|history)[^/]*$/i;
const comment = /^(?:\/\/|\/\*|\*|#(?!\s*(?:define|if|include|pragma|\[))|--|;|<!--|"""|'''|\{-|%)/;
const definition =
  /^(?:(?:export|default|public|private|protected|internal|static|async|final|abstract|override|virtual|inline|extern|pub(?:\([^)]*\))?)\s+)*(?:@(?:spec|callback|macrocallback|type|typep|opaque)|defp?|defmacrop?|defdelegate|def|fn|func|fun|function|class|interface|struct|enum|trait|type|sub|proc)\b/;

/** @param name without qualifier */
export function orderMatches(matches: readonly McpTextMatch[], name: string): McpTextMatch[] {
  const escaped = escapePattern(name);
  const called = new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}\\s*(?:\\(|!\\s*[([{]|<[^<>()]*>\\()|(?:&|&\\w[\\w.]*\\.)${escaped}/\\d`, 'u');
  const orderOf = ({ path, text, symbol }: McpTextMatch): number => {
    if (documentation.test(path)) return 4;
    if (comment.test(text)) return 3;
    // In C and others nothing but its place tells a definition from a call.
    if (
      definition.test(text) ||
      (symbol.split('.').at(-1) === name && /^[\w*&:<>\s]+\([^;]*$/.test(text) && !/^(?:return|if|while)\b/.test(text))
    )
      return 2;
    return called.test(text) ? 0 : 1;
  };
  return matches
    .map((match, i) => ({ match, i, order: orderOf(match) }))
    .sort((a, b) => a.order - b.order || a.i - b.i)
    .map(({ match }) => match);
}
