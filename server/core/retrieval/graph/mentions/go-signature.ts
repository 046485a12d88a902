/** The types of a method's parameters and results in Go, from its signature, for comparison with those of an interface. Pure. */

/** Types by their names without packages: `[["Context", "[]*Group"], ["error"]]` for `(ctx context.Context, up []*group.Group) error`. */
export type GoSignature = readonly [parameters: readonly string[], results: readonly string[]];

/** What is not compared: functions, whose parameters may have names, and parameters of types. */
const ANY = '*';

export function goSignature(name: string, signature: string): GoSignature {
  const open = signature.indexOf(`${name}(`) + name.length;
  const close = closingOf(signature, open);
  const results = signature
    .slice(close + 1)
    .replace(/\{\s*$/, '')
    .trim();
  const isList = results.startsWith('(') && closingOf(results, 0) === results.length - 1;
  return [typesIn(signature.slice(open + 1, close)), isList ? typesIn(results.slice(1, -1)) : results ? [typeName(results)] : []];
}

/** Whether a method has the signature that an interface asks for. */
export const hasSignature = (own: GoSignature, wanted: GoSignature): boolean =>
  own.every((types, part) => {
    const others = wanted[part] as readonly string[];
    return types.length === others.length && types.every((type, i) => type === ANY || others[i] === ANY || type === others[i]);
  });

/** Where the bracket closes that opens at an offset; the end of the text where it does not. */
function closingOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if ('([{'.includes(text[at] as string)) depth++;
    else if (')]}'.includes(text[at] as string) && --depth === 0) return at;
  }
  return text.length;
}

function parts(list: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= list.length; at++) {
    const char = list[at] ?? ',';
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
    else if (char === ',' && (depth === 0 || at === list.length)) {
      found.push(list.slice(start, at).trim());
      start = at + 1;
    }
  }
  return found.filter(Boolean);
}

/** A name and a type: a list has names before all of its types, or before none. */
const NAMED = /^(?!(?:chan|func|map|struct|interface)\b)[\p{L}_][\p{L}\p{N}_]*\s+(\S.*)$/su;

function typesIn(list: string): string[] {
  const all = parts(list);
  if (!all.some((part) => NAMED.test(part))) return all.map(typeName);
  // `a, b int`: what has no type has that of the next one.
  let type = '';
  return all
    .reverse()
    .map((part) => {
      type = NAMED.exec(part)?.[1] ?? type;
      return typeName(type);
    })
    .reverse();
}

const SAME: Readonly<Record<string, string>> = { uint8: 'byte', int32: 'rune' };

function typeName(written: string): string {
  const name = written
    .replace(/(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*\./gu, '')
    .replace(/interface\s*\{\s*\}/g, 'any')
    .replace(/\b(?:uint8|int32)\b/g, (type) => SAME[type] as string)
    .replace(/\s+/g, '');
  return name.includes('func(') || /(?<![\p{L}\p{N}_])\p{Lu}(?![\p{L}\p{N}_])/u.test(name) ? ANY : name;
}
