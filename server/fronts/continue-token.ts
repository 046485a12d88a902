/**
 * The opaque token of the results sent so far. It holds the keys themselves, so that it outlives the
 * process that made it and costs no memory.
 */
const mark = 'c1.';
/** More than any model can hold; the oldest keys are dropped. */
const maxKeys = 2000;

export function continueToken(sent: readonly string[]): string | undefined {
  const keys = [...new Set(sent)].slice(-maxKeys);
  return keys.length > 0 ? mark + Buffer.from(JSON.stringify(keys), 'utf8').toString('base64url') : undefined;
}

/** The keys in a token, or null if it is not such a token. */
export function keysOfToken(token: string): string[] | null {
  if (!token.startsWith(mark)) return null;
  try {
    const keys: unknown = JSON.parse(Buffer.from(token.slice(mark.length), 'base64url').toString('utf8'));
    return Array.isArray(keys) && keys.every((key) => typeof key === 'string') ? keys : null;
  } catch {
    return null;
  }
}
