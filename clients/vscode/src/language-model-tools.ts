/** Tools for agents in the chat, described in package.json; the server answers them. */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { RelatedResult, RetrieveResult } from './protocol.js';

const text = (value: string) => new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(value)]);

export function registerTools(client: LanguageClient): vscode.Disposable[] {
  return [
    vscode.lm.registerTool<{ query: string; alternatives?: string[]; limit?: number }>('context_search_code', {
      async invoke({ input: { query, alternatives, limit = 10 }, tokenizationOptions }, token) {
        const budgetTokens = tokenizationOptions?.tokenBudget;
        const params = {
          query,
          ...(alternatives && { alternatives }),
          limit,
          profile: 'reader',
          format: 'markdown',
          ...(budgetTokens && { budgetTokens }),
        };
        const { markdown = '' } = await client.sendRequest<RetrieveResult>('context/retrieve', params, token);
        return text(markdown);
      },
    }),
    vscode.lm.registerTool<{ symbol: string }>('context_find_related', {
      async invoke({ input: { symbol } }, token) {
        const { items } = await client.sendRequest<RelatedResult>('context/related', { symbol }, token);
        const lines = items.map(({ relation, symbol: { qualifiedName, path, selectionRange }, proof }) => {
          const place = `${relation.replaceAll('_', ' ')} ${qualifiedName}  ${path}:${selectionRange.start.line + 1}`;
          return proof ? `${place}\n    ${proof.text}  (line ${proof.range.start.line + 1})` : place;
        });
        return text(lines.join('\n') || `Nothing related to ${symbol} is known.`);
      },
    }),
  ];
}
