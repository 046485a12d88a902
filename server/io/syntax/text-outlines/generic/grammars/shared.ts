/** What several grammars have in common. */
import { blockComment, character, lineComment, quoted } from '../tokens.js';

/** In brace languages: closers, chained calls, operators, and words that go on with a header or an if. */
export const cLikeContinuation =
  /^(?:[)\]}{.:?&|=,;+*/]|->|else\b|catch\b|finally\b|while\b(?=.*\)\s*;?$)|where\b|extends\b|with\b|implements\b|throws\b|yield\b)/;

/** Kotlin and Scala: nested comments, raw and interpolated strings. */
export const jvmTokens = [
  lineComment('//'),
  blockComment('/*', '*/', 'nested'),
  quoted('"""', '"""', { escape: false, multiline: true, interpolation: '${' }),
  quoted('"', '"', { interpolation: '${' }),
  character,
];

type Parent = { readonly name: string; readonly kind: 'inherits' | 'implements' };

/** Text outside brackets of every kind, bounded by the header itself. */
function outsideBrackets(header: string): string {
  let depth = 0;
  let out = '';
  for (let i = 0; i < header.length; i++) {
    const char = header.charAt(i);
    if (char === '(' || char === '[' || char === '<' || char === '{') depth++;
    else if (
      char === ')' ||
      char === ']' ||
      char === '}' ||
      (char === '>' && header.charAt(i - 1) !== '-' && header.charAt(i - 1) !== '=')
    ) {
      depth--;
      if (char === ')' && depth === 0) out += '()';
    } else if (depth <= 0) out += char;
  }
  return out;
}

const lastName = (text: string): string => /([A-Za-z_]\w*)\s*(?:\(\))*\s*$/.exec(text.trim())?.[1] ?? '';

/** `class A : B(), C` (Kotlin, Swift): what is constructed is inherited, the rest is implemented. */
export function colonParents(header: string, signature: string): readonly Parent[] {
  const isType = /\b(?:class|struct|enum|interface|protocol|extension|actor|object)\b/.test(signature.slice(0, 200));
  if (!isType || /\b(?:fun(?!\s+interface)|func|va[lr]|let)\s/.test(signature.split(/[(:<]/, 1)[0] ?? '')) return [];
  const plain = outsideBrackets(header);
  const at = plain.indexOf(':');
  if (at < 0) return [];
  const list = (plain.slice(at + 1).split(/\bwhere\b/, 1)[0] ?? '').split(',');
  const constructed = list.some((part) => part.includes('()'));
  return list.flatMap((part, i) => {
    const name = lastName((part.split(/\bby\b/, 1)[0] ?? '').replace(/@\w+/g, ''));
    if (!/^[A-Z]/.test(name)) return [];
    const inherits = constructed ? part.includes('()') : i === 0 && /\b(?:class|interface|protocol)\b/.test(signature.slice(0, 120));
    return [{ name, kind: inherits ? 'inherits' : 'implements' } as const];
  });
}

/** `class A extends B with C implements D`, `class A < B`. */
export function wordParents(header: string): readonly Parent[] {
  const out: Parent[] = [];
  for (const match of outsideBrackets(header).matchAll(/\b(extends|with|implements)\s+([\w.]+)((?:\s*(?:\(\))*\s*,\s*[\w.]+)*)/g)) {
    for (const raw of [match[2] as string, ...(match[3] ?? '').split(',')]) {
      const name = lastName(raw);
      if (/^[A-Z]/.test(name)) out.push({ name, kind: match[1] === 'extends' ? 'inherits' : 'implements' });
    }
  }
  return out;
}
