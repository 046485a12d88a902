/** Facts of servers whose semantic tokens save most questions (`classifiedQuestions`). */
import { classifiedQuestions, type TokenClasses } from '../../../core/code-graph/classified-questions.js';
import type { Fact, FileFacts } from '../../../core/code-graph/facts.js';
import { LineIndex } from '../../../util/text.js';
import { reasonOf } from '../failures.js';
import type { FactRequest, OpenFactSource } from './fact-source.js';

const full = 'textDocument/semanticTokens/full';

export const classifiedFacts =
  (classes: TokenClasses): OpenFactSource =>
  ({ server, adapter }) => ({
    async facts({ file, mentions, ask, signal, turn }) {
      const session = await server.ready(signal);
      const release = adapter.needsOpenFiles || file.unsaved ? server.hold(file.uri, file.language, file.text) : () => {};
      try {
        await turn();
        const params = { textDocument: { uri: file.uri } };
        const answer = await server.request(full, params, { priority: 'background', uri: file.uri, signal }).catch((error: unknown) => {
          if (reasonOf(error) === null || reasonOf(error) === 'ended') throw error;
          return null;
        });
        const tokens = typesOf(answer, session.optionsOf(full), file.text);
        if (tokens === null) return ask(mentions());
        const declared = new Set(file.chunks.flatMap(({ name, nameSpan }) => (nameSpan ? [name] : [])));
        const questions = classifiedQuestions(file.text, mentions(), (offset) => tokens.get(offset), declared, classes);
        return await askTwice(questions, ask);
      } finally {
        release();
      }
    },
  });

async function askTwice(questions: ReturnType<typeof classifiedQuestions>, ask: FactRequest['ask']): Promise<FileFacts> {
  const first = await ask(questions.first);
  const rest = questions.rest(first.facts);
  if (rest.length === 0 || first.incomplete !== null) return { ...first, facts: questions.complete(first.facts) };
  const second = await ask(rest);
  const answered: Fact[] = [...first.facts, ...second.facts];
  return { ...second, facts: questions.complete(answered) };
}

/** Token types by offset; null if the server gave none. The data are five numbers a token: lines, characters, length, type, modifiers. */
function typesOf(answer: unknown, options: Readonly<Record<string, unknown>> | null, text: string): ReadonlyMap<number, string> | null {
  const data = (answer as { data?: unknown } | null)?.data;
  const legend = (options as { legend?: { tokenTypes?: readonly string[] } } | null)?.legend?.tokenTypes;
  if (!Array.isArray(data) || data.length === 0 || !legend) return null;
  const index = new LineIndex(text);
  const types = new Map<number, string>();
  let [line, character] = [0, 0];
  for (let i = 0; i + 4 < data.length; i += 5) {
    const lines = data[i] as number;
    line += lines;
    character = (lines === 0 ? character : 0) + (data[i + 1] as number);
    const type = legend[data[i + 3] as number];
    if (type !== undefined) types.set(index.offsetOf(line) + character, type);
  }
  return types;
}
