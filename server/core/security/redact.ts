/**
 * Masks secrets before a text is stored, embedded, logged or returned. Pure.
 * Invariant: the text keeps its length and line breaks, so that every offset stays valid.
 * One pass per kind of secret: a quick search for its prefix, and bounded patterns only there;
 * time is linear on hostile text too.
 */
import { assignedSecrets } from './assigned-secrets.js';
import {
  authorizationHeaders,
  connectionPasswords,
  credentialsInUrls,
  emails,
  encodedCredentials,
  kubernetesSecrets,
  passwordArguments,
  privateKeys,
} from './file-forms.js';
import { issuedTokens } from './issued-tokens.js';
import type { Finder } from './mark.js';

export interface FoundSecret {
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** For people: `private key`, `token of GitHub`. Never a part of the value. */
  readonly kind: string;
}

const secretFinders: readonly Finder[] = [
  privateKeys,
  issuedTokens,
  assignedSecrets,
  kubernetesSecrets,
  connectionPasswords,
  credentialsInUrls,
  authorizationHeaders,
  encodedCredentials,
  passwordArguments,
];
const withEmails: readonly Finder[] = [...secretFinders, emails];

/** The secrets of a text in order, without overlaps. */
export const findSecrets = (text: string): FoundSecret[] => find(text, secretFinders);

/** For the setting `redactEmails`. */
export const findSecretsAndEmails = (text: string): FoundSecret[] => find(text, withEmails);

export const redactSecrets = (text: string): string => mask(text, findSecrets(text));
export const redactSecretsAndEmails = (text: string): string => mask(text, findSecretsAndEmails(text));

function find(text: string, finders: readonly Finder[]): FoundSecret[] {
  const spans: FoundSecret[] = [];
  for (const finder of finders) finder(text, (start, end, kind) => end > start && spans.push({ start, end, kind }));
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const found: FoundSecret[] = [];
  let at = 0;
  for (const { start, end, kind } of spans) {
    if (end > at) found.push({ start: Math.max(start, at), end, kind });
    at = Math.max(at, end);
  }
  return found;
}

/** The text with these places masked. */
export function mask(text: string, places: readonly FoundSecret[]): string {
  if (places.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of places) {
    parts.push(text.slice(at, start), text.slice(start, end).replace(/[^\r\n\u2028\u2029]/g, '*'));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
