/** Decides whether a literal value is a secret or a plain setting: words, paths, placeholders. Pure, linear in the value's length. */
import { isWord } from './letter-pairs.js';

/** In the whole of a value: what documentation writes in place of a secret. */
const placeholder =
  /example|change[_-]?(?:me|this|it)|placeholder|dummy|your|fake|mock|sample|xxxx|\*\*\*|todo|redacted|insert|replace|foobar|deadbeef|12345|abcdef|abc123|qwerty|lorem/i;
/** Words that placeholders are made of. What is left of a value without them has to look like a secret. */
const standIns =
  /pass(?:wor[dt]|wd|phrase)?|p@ss(?:w0rd)?|secret|s3cr3t|token|test(?:ing)?|admin|guest|default|none|null|user(?:name)?|demo|hello|world|root|foo|bar|key|wrong|invalid|valid|correct|new|old/gi;
/** Templates, code, regular expressions, queries, sentences. */
const notLiteral =
  /[\s<>{}()[\]\\|^,;"'`]|^[$@]\w|^%.*%$|^%[a-z]$|#\{|\.\.\.|^0[xob][0-9a-f_.]|^[\d.,:/-]+$|^\/|^\.{1,2}\/|:\/\/|%20|[?&]\w+=|::|->|&&/i;
const query = /^[a-z][a-z_.-]*=(?!=*$)/;
const base64 = /^[A-Za-z0-9+/]{32,}={0,2}$/;
const sign = /[!@#$%&*+=?~]/;
/** `bookmark-label`: the name of a property or an option, even if its parts are no words that are known. */
const joinedWords = /^[a-z]{2,14}(?:[-_][a-z]{2,14}){1,3}$/;

/** `SHOP_JWT_AUDIENCE`: the name of a constant or a variable of the environment; `SHOP302`: the code of an error. */
const constantName = /^[A-Z]{2,16}(?:_[A-Z]{1,16}){1,8}$/;
const errorCode = /^[A-Z]{2,6}[-_]?\d{2,5}$/;

const minRest = 4;

export function isPlaceholder(value: string): boolean {
  if (placeholder.test(value) || new Set(value).size < 4) return true;
  // Long random text may contain a stand-in by chance.
  if (value.length >= 32) return false;
  const rest = value.replace(standIns, '').replace(/^[\W_]+|[\W_]+$/g, '');
  return rest.length < value.length && (rest.length < minRest || /^\d+$/.test(rest) || new Set(rest).size < minRest);
}

/** Share of the characters that belong to no word, 0 to 1. Underscores and other signs are left out. */
export function randomShare(value: string): number {
  const parts = value.match(/[A-Za-z0-9]+/g) ?? [];
  const shortest = parts.length > 2 ? 3 : 4;
  let inWords = 0;
  let all = 0;
  for (const part of parts) {
    all += part.length;
    if (part.length >= 8 && /^(?=.*\d)[0-9a-f]+$/.test(part)) continue;
    for (const [piece] of part.matchAll(/[A-Z]?[a-z]+|[A-Z]+/g)) if (piece.length >= shortest && isWord(piece)) inWords += piece.length;
  }
  return all === 0 ? 0 : 1 - inWords / all;
}

/** Share of a value that is random, not words: a few letters of it may look like a word by chance. */
const minRandom = 0.45;

/**
 * `quoted`: a literal of a name that says it is a secret. `bare`: without quotes, which may be code. The thresholds are set on
 * 1.8 million lines of public code; test/core/security-redact.test.ts has the cases.
 */
export function looksSecret(value: string, manner: 'quoted' | 'bare'): boolean {
  if (value.length < 8 || value.length > 512 || !/[A-Za-z]/.test(value) || isPlaceholder(value)) return false;
  const random = randomShare(value);
  const digits = /\d/.test(value);
  if (base64.test(value) && digits && random > 0.7) return true;
  if (notLiteral.test(value) || query.test(value) || joinedWords.test(value) || new Set(value).size < 6) return false;
  if (constantName.test(value) || errorCode.test(value)) return false;
  if (manner === 'bare' && !/^[\w\-+/=~!@#%&*.?$]+$/.test(value)) return false;
  if (random >= minRandom) return digits || value.length >= (manner === 'quoted' ? 10 : 12);
  // Words with digits and signs are a chosen password. An underscore and a dash are no signs: they join names.
  return digits && sign.test(manner === 'bare' ? value.replaceAll('$', '') : value) && /[A-Za-z]{3}/.test(value) && value.length <= 32;
}
