/** Facts about Python files: the text answers many questions, and one answer holds for all equal mentions. */
import { pythonQuestions } from '../../../core/code-graph/python/python-questions.js';
import type { OpenFactSource } from './fact-source.js';

export const pythonFacts: OpenFactSource = ({ server }) => ({
  async facts({ file, mentions, ask, signal }) {
    await server.ready(signal);
    const { asked, complete } = pythonQuestions(file.text, mentions(), file.names);
    const found = await ask(asked);
    return { ...found, facts: complete(found.facts) };
  },
});
