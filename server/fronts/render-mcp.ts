/**
 * An answer as MCP content items: one text item a result, headed by path and symbol, so that a client may drop
 * the least important ones; then the signatures that the code needs, and what may be missing. Pure.
 */
import { notesOf } from '../core/model/answer-text.js';
import type { McpTextContent } from '../protocol/mcp-content.js';
import { isPlaces, renderLack, renderNeeded, renderPlaces, renderRelated, renderSection, type ShownAnswer } from './render-markdown.js';

/** The signatures are useful only beside the code. */
const neededPriority = 0.3;
/** Short, and without it a model takes what is missing for absent. */
const lackPriority = 0.9;

export function renderMcp(answer: ShownAnswer): McpTextContent[] {
  const best = answer.results.reduce((most, { score }) => Math.max(most, score), 0);
  const priorityOf = (score: number) => (best > 0 ? score / best : 1);
  const items = isPlaces(answer.results)
    ? answer.results.slice(0, 1).map(() => item(renderPlaces(answer.results), 1))
    : [
        ...answer.results.map((result) => item(renderSection(result), priorityOf(result.score))),
        ...renderRelated(answer).map((section, i) => item(section, priorityOf(answer.related[i]?.score ?? 0))),
      ];
  if (items.length === 0) items.push(item('No results.', 1));
  const notes = notesOf(answer.problems);
  if (notes) items.unshift(item(notes, 1));
  const needed = renderNeeded(answer);
  if (needed) items.push(item(needed, neededPriority));
  const lack = renderLack(answer);
  if (lack) items.push({ ...item(lack, lackPriority), annotations: { audience: ['assistant', 'user'], priority: lackPriority } });
  return items;
}

const item = (text: string, priority: number): McpTextContent => ({
  type: 'text',
  text,
  annotations: { audience: ['assistant'], priority: Math.round(100 * Math.max(0, Math.min(1, priority))) / 100 },
});
