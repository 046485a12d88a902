/**
 * Finds tokens by the form that their issuers give them, and random values beside an issuer's name. Pure, linear.
 * All of them are long runs of certain characters, which code has few of: only such runs are searched.
 */
import { randomShare } from './looks-secret.js';
import { lineBefore, type Mark } from './mark.js';
import { embeddedPatterns, issuerNames, tokenHint, tokenPatterns } from './token-patterns.js';

/** The shortest token: `AKIA` and 16 characters. */
const minRun = 20;
const runChars = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.$:/+=%~&?') runChars[char.charCodeAt(0)] = 1;

export function issuedTokens(text: string, mark: Mark): void {
  const inRun = (i: number): boolean => runChars[text.charCodeAt(i)] === 1;
  // Every 20th character is looked at: a run that is long enough contains one.
  for (let probe = minRun - 1; probe < text.length; probe += minRun) {
    if (!inRun(probe)) continue;
    let start = probe;
    while (start > 0 && inRun(start - 1)) start--;
    let end = probe + 1;
    while (end < text.length && inRun(end)) end++;
    probe = end;
    if (end - start < minRun) continue;
    const run = text.slice(start, end);
    const markInRun: Mark = (from, to, kind) => mark(start + from, start + to, kind);
    tokensOf(run, markInRun);
    embeddedIn(run, markInRun);
    if (end - start <= maxNamedRun) namedByIssuer(lineBefore(text, start, 100), run, markInRun);
  }
}

function tokensOf(run: string, mark: Mark): void {
  tokenHint.lastIndex = 0;
  for (let hint = tokenHint.exec(run); hint; hint = tokenHint.exec(run)) {
    const at = hint.index;
    // Inside a word no token begins; this also keeps runs of hints linear.
    if (at > 0 && /[\w-]/.test(run[at - 1] as string)) continue;
    for (const { issuer, pattern } of tokenPatterns) {
      pattern.lastIndex = at;
      const found = pattern.exec(run)?.[0];
      if (!found) continue;
      if (isRandom(found.slice(4))) mark(at, at + found.length, `token of ${issuer}`);
      tokenHint.lastIndex = Math.max(tokenHint.lastIndex, at + found.length);
      break;
    }
  }
}

/** `sk-loading-spinner-container` and `ghp_xxxxxxxx` have the form of a token, but are words or have too few different characters. */
const isRandom = (token: string): boolean =>
  new Set(token).size >= 8 && /[A-Za-z]/.test(token) && (/\d/.test(token) || (/[A-Z]/.test(token) && randomShare(token) > 0.5));

function embeddedIn(run: string, mark: Mark): void {
  for (const { issuer, mark: sign, back, pattern } of embeddedPatterns) {
    for (let at = run.indexOf(sign); at >= 0; at = run.indexOf(sign, at + sign.length)) {
      const from = Math.max(0, at - back - 1);
      const part = run.slice(from, at + 220);
      pattern.lastIndex = 0;
      const found = pattern.exec(part);
      const secret = found?.[1];
      if (!found || !secret) continue;
      const start = from + found.index + found[0].indexOf(secret);
      if (isRandom(secret)) mark(start, start + secret.length, `token of ${issuer}`);
    }
  }
}

const maxNamedRun = 200;

/** `newrelic = "…"`, `algoliasearch("APP", "…")`: keys of digits and letters without a form of their own, after their issuer's name. */
function namedByIssuer(before: string, run: string, mark: Mark): void {
  const value = /(?:^|[=:])([\w-]{24,120}={0,2})$/.exec(run)?.[1];
  if (value === undefined || !/\d/.test(value) || !isRandom(value) || randomShare(value) < 0.6) return;
  const context = before + run.slice(0, run.length - value.length);
  if (!/["'`=:]\s{0,8}$/.test(context)) return;
  const issuer = issuerNames.exec(context)?.[0];
  if (issuer !== undefined) mark(run.length - value.length, run.length, `key of ${issuer.toLowerCase()}`);
}
