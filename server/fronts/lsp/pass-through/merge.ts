/** Merges the answers of several servers to one request. Each function gets at least one answer, none of them null. */
import type { Json } from './shapes.js';

const asList = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [value]);

export const lists = (answers: readonly Json[]): Json => (answers.length === 1 ? answers[0] : answers.flatMap(asList));

/** Without duplicates of the same position in the same file. */
export function locations(answers: readonly Json[]): Json {
  if (answers.length === 1) return answers[0];
  const seen = new Set<string>();
  return answers.flatMap(asList).filter((one) => {
    const key = JSON.stringify([one?.targetUri ?? one?.uri, (one?.targetSelectionRange ?? one?.range)?.start]);
    return !seen.has(key) && seen.add(key);
  });
}

/** One below the other, with the first range. */
export function hovers(answers: readonly Json[]): Json {
  if (answers.length === 1) return answers[0];
  const value = answers.map((hover) => asList(hover?.contents).map(asMarkdown).join('\n\n')).join('\n\n---\n\n');
  return { ...answers.find((hover) => hover?.range), contents: { kind: 'markdown', value } };
}

function asMarkdown(content: Json): string {
  if (typeof content === 'string') return content;
  if (typeof content?.language === 'string') return `\`\`\`${content.language}\n${content.value}\n\`\`\``;
  return String(content?.value ?? '');
}

/** The defaults of a list are copied to its items, because two lists may have different defaults. */
export function completions(answers: readonly Json[]): Json {
  if (answers.length === 1) return answers[0];
  const items = answers.flatMap((answer) => (Array.isArray(answer) ? answer : withDefaults(answer)));
  return { isIncomplete: answers.some((answer) => answer?.isIncomplete === true), items };
}

function withDefaults({ items, itemDefaults }: Json): readonly Json[] {
  if (!Array.isArray(items)) return [];
  if (!itemDefaults) return items;
  const { editRange, data: _data, ...plain } = itemDefaults;
  return items.map((item) => {
    if (!editRange || item.textEdit) return { ...plain, ...item };
    const newText = item.textEditText ?? item.insertText ?? item.label;
    return { ...plain, ...item, textEdit: 'insert' in editRange ? { newText, ...editRange } : { newText, range: editRange } };
  });
}

/** A single report is unchanged. Several become one list of items without a result id. */
export function reports(answers: readonly Json[]): Json {
  if (answers.length === 1) return answers[0];
  return { kind: 'full', items: answers.flatMap((report) => report?.items ?? []) };
}
