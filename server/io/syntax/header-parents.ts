/** Base types from the text of a declaration's header. */

export interface HeaderParent {
  /** With the path before it. */
  readonly name: string;
  readonly kind: 'inherits' | 'implements';
}
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

/** The name at the end of a text, with the path before it. */
const typeName = (text: string): string =>
  /(?<![\w.])\d*((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)\s*(?:(?:\(\))+\s*)?$/.exec(text.trim())?.[1] ?? '';
const isCapitalised = (name: string): boolean => /(?:^|\.)[A-Z]\w*$/.test(name);

/** `class A : B(), C` (Kotlin, Swift): what is constructed is inherited, the rest is implemented. */
export function colonParents(header: string, signature: string): readonly HeaderParent[] {
  const isType = /\b(?:class|struct|enum|interface|protocol|extension|actor|object)\b/.test(signature.slice(0, 200));
  if (!isType || /\b(?:fun(?!\s+interface)|func|va[lr]|let)\s/.test(signature.split(/[(:<]/, 1)[0] ?? '')) return [];
  const plain = outsideBrackets(header);
  const at = plain.indexOf(':');
  if (at < 0) return [];
  const list = (plain.slice(at + 1).split(/\bwhere\b/, 1)[0] ?? '').split(',');
  const constructed = list.some((part) => part.includes('()'));
  return list.flatMap((part, i) => {
    const name = typeName((part.split(/\bby\b/, 1)[0] ?? '').replace(/@\w+/g, ''));
    if (!isCapitalised(name)) return [];
    const inherits = constructed ? part.includes('()') : i === 0 && /\b(?:class|interface|protocol)\b/.test(signature.slice(0, 120));
    return [{ name, kind: inherits ? 'inherits' : 'implements' } as const];
  });
}

/** `class A extends B with C implements D`, `class A < B`. */
export function wordParents(header: string): readonly HeaderParent[] {
  const out: HeaderParent[] = [];
  for (const match of outsideBrackets(header).matchAll(/\b(extends|with|implements)\s+([\w.]+)((?:\s*(?:\(\))*\s*,\s*[\w.]+)*)/g)) {
    for (const raw of [match[2] as string, ...(match[3] ?? '').split(',')]) {
      const name = typeName(raw);
      if (isCapitalised(name)) out.push({ name, kind: match[1] === 'extends' ? 'inherits' : 'implements' });
    }
  }
  return out;
}
