/** A text as it may leave for a provider or a model: secrets masked once more, bounded, never empty. Pure. */
import { redactSecrets } from '../security/redact.js';

/** An empty text is an error to some providers, and its vector means nothing. */
const nothing = '(empty)';

export function prepareForSending(text: string, maxChars = Number.POSITIVE_INFINITY): string {
  const redacted = redactSecrets(text);
  return redacted.trim() ? redacted.slice(0, maxChars) : nothing;
}
