/** Facts about C# files: the text answers many questions, and the rest is asked in two steps. */
import { csharpQuestions } from '../../../core/code-graph/csharp-questions.js';
import { identifiers } from '../../../core/code-graph/identifiers.js';
import type { OpenFactSource } from './fact-source.js';

export const csharpFacts: OpenFactSource = ({ server }) => ({
  async facts({ file, mentions, ask, signal }) {
    await server.ready(signal);
    const questions = csharpQuestions(file.text, mentions(), identifiers(file.text, file.language), file.chunks);
    const first = await ask(questions.first);
    const rest = first.incomplete === null ? questions.rest(first.facts) : [];
    const second = rest.length > 0 ? await ask(rest) : first;
    return { ...second, facts: questions.complete([...first.facts, ...second.facts]) };
  },
});
