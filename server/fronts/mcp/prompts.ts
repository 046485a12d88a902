/** Prompts for the two most common tasks: understanding a change request, and finding what a change affects. */
import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

const message = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] });

export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'understand_change_request',
    {
      title: 'Understand a change request',
      description: 'Find the code that a change request or bug report is about, and plan the change.',
      argsSchema: z.object({ request: z.string().describe('The change request, bug report or stack trace.') }),
    },
    ({ request }) =>
      message(
        `Here is a change request:\n\n${request}\n\n` +
          'Find out which code it is about before you change anything:\n' +
          '1. Call search_code with the request in one sentence, with your guesses of names in the code as alternatives, and once more for each error message or identifier in it.\n' +
          '2. Call read_symbol for each result that matters and is not shown whole.\n' +
          '3. Call find_related for each symbol that you would change: callers and tests have to stay correct.\n' +
          'Then tell which symbols have to change and why, with path:line, which tests cover them, and what is still unclear.',
      ),
  );
  server.registerPrompt(
    'find_usages_before_change',
    {
      title: 'Find usages before a change',
      description: 'List everything that a change of a symbol affects.',
      argsSchema: z.object({ symbol: z.string().describe('A name, a qualified name, or path:line.') }),
    },
    ({ symbol }) =>
      message(
        `I want to change ${symbol}. Find everything that this affects:\n` +
          `1. Call read_symbol with ${symbol}; if there are several, say which one you take.\n` +
          '2. Call find_related with the relations called_by, used_by, imported_by, extended_by and tested_by; use depth 2 where a caller ' +
          'only passes the call on.\n' +
          '3. Call search_code with match "text" and the name, for mentions in strings, configuration and documents.\n' +
          'Then list each affected place with path:line and what it relies on, the tests to run, and what goes by name only and should be checked.',
      ),
  );
}
