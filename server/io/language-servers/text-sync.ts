/** How a server wants to be told of documents, from either form of `textDocumentSync`. */
export interface TextSync {
  readonly change: 'none' | 'full' | 'incremental';
  readonly save: 'none' | 'bare' | 'text';
}

const kinds = ['none', 'full', 'incremental'] as const;

export function syncOf(capabilities: Readonly<Record<string, unknown>>): TextSync {
  const sync = capabilities['textDocumentSync'];
  // Servers that give a number only are older than the option, and are told of saves.
  if (typeof sync === 'number') return { change: kinds[sync] ?? 'full', save: 'bare' };
  // Without a word on it: text is what every server needs.
  if (typeof sync !== 'object' || sync === null) return { change: 'full', save: 'none' };
  const { change, save } = sync as { change?: number; save?: boolean | { includeText?: boolean } | null };
  const wantsText = typeof save === 'object' && save?.includeText === true;
  return { change: kinds[change ?? 0] ?? 'full', save: save ? (wantsText ? 'text' : 'bare') : 'none' };
}
