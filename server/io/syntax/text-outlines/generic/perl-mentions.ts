/** What Perl code names: `Cart->new`, `$cart->total`, `Cart::total(1)`, `total $x` of the own file or an import, `\&total`, classes. */
import { OWN_SCOPE, SOME_VALUE } from '../../../../core/model/symbol.js';
import type { MentionScanner } from './mention-sink.js';

/** A name with what is before it. Groups: an object or class before an arrow, the end of another expression there; a package; the name. */
const named =
  /(?:(?:(?<![\w:$])([\w:$]{1,100})|([)\]}]))\s{0,9}->\s{0,9}|(?<![\w$@%:'>{-])&?((?:[A-Za-z_]\w*::)*))([A-Za-z_]\w*)(?![\w:]|\s{0,9}=>)/g;
const using = /^[ \t]*(?:use|require|no)\s+([A-Za-z_][\w:]*)([^;]{0,4000})/gm;
const inherits = /^[ \t]*(?:use\s+(?:parent|base)\b|extends\b|with\b|(?:our\s+)?@ISA\s*=|push\s+@ISA\s*,)([^;]{0,1000})/gm;
/** Modules that make the importing package a subclass of the class that they are told. */
const baseModule = /(?:^|::)Base$/;
const quotedName = /['"]([A-Za-z_][\w:]*)['"]/g;
const quotedWords = /\bqw\s*[({[/<|!]([^)}\]/>|!]*)/g;
const exported = /^[a-z_&]\w*$/i;
/** The object itself. */
const own = /^(?:\$(?:self|class|this|proto|invocant)|__PACKAGE__|shift)$/;

/** Modules that are used, and each name that is taken from one, are imports. */
export const findPerlMentions: MentionScanner = ({ code, text }, symbols, { keywords }, { mention, base, imported }) => {
  const packageAt = (at: number): number =>
    symbols.findLastIndex(({ kind, span }) => (kind === 'module' || kind === 'class') && span.start <= at);
  const inherit = (name: string, at: number): void => {
    const last = lastOf(name);
    base(packageAt(at), last, 'inherits', at, name === last ? undefined : name.slice(0, -last.length - 2));
  };
  const moduleOf = new Map<string, string>();
  const skipped: { readonly start: number; readonly end: number }[] = [];
  for (const found of code.matchAll(using)) {
    const [whole, module = '', rest = ''] = found;
    if (/^(?:constant|parent|base|strict|warnings|utf8|feature|lib|vars|overload|v\d+)$/.test(module)) {
      skipped.push({ start: found.index, end: found.index + whole.length - rest.length });
      continue;
    }
    const at = found.index + whole.indexOf(module);
    imported(lastOf(module), module, at);
    // The list of names is text, and blank in the code.
    const start = found.index + whole.length - rest.length;
    const names = namesIn(text.slice(start, start + rest.length));
    if (baseModule.test(module)) for (const name of names) if (/::|^[A-Z]/.test(name)) inherit(name, start);
    for (const name of names.filter((one) => exported.test(one) && !(baseModule.test(module) && /^[A-Z]/.test(one)))) {
      moduleOf.set(name, module);
      imported(name, module, at);
    }
    skipped.push({ start: found.index, end: found.index + whole.length });
  }
  for (const found of code.matchAll(inherits)) {
    const start = found.index + found[0].length - (found[1] ?? '').length;
    for (const name of namesIn(text.slice(start, start + (found[1] ?? '').length))) inherit(name, start);
  }
  const local = new Set(symbols.map(({ name }) => name));
  // The last part of `Shop::Cart` is what is found.
  const declared = new Set(symbols.map(({ nameSpan, name }) => nameSpan.start + name.lastIndexOf(':') + 1));
  let skip = 0;
  const isSkipped = (at: number): boolean => {
    while ((skipped[skip]?.end ?? Number.POSITIVE_INFINITY) <= at) skip++;
    return (skipped[skip]?.start ?? Number.POSITIVE_INFINITY) <= at;
  };
  for (const found of code.matchAll(named)) {
    const [whole, owner, expression, path = '', name = ''] = found;
    const at = found.index + whole.length - name.length;
    if (declared.has(at) || isSkipped(at)) continue;
    const isCalled = /^\s{0,9}\(/.test(code.slice(at + name.length, at + name.length + 10));
    const isMember = owner !== undefined || expression !== undefined;
    const isClass = !isMember && /^\s{0,9}->/.test(code.slice(at + name.length, at + name.length + 12));
    if (isMember) mention(name, 'call', at, owner === undefined || code[found.index - 1] === '>' ? SOME_VALUE : ownerOf(owner));
    else if (isClass && (path !== '' || /^[A-Z]/.test(name))) {
      // `Cart->new` is the member's line; the class is used besides.
      if (path !== '' || !local.has(name)) mention(name, 'type', at, path === '' ? undefined : path.slice(0, -2));
    } else if (path !== '') mention(name, isCalled || /^[a-z]/.test(name) ? 'call' : 'type', at, path.slice(0, -2).replace(/^main$/, ''));
    else if (keywords.has(name)) continue;
    else if (local.has(name)) mention(name, 'call', at);
    else if (moduleOf.has(name)) mention(name, 'call', at, moduleOf.get(name));
    else if (isCalled && name.length > 1) mention(name, 'call', at);
  }
};

const lastOf = (name: string): string => name.slice(name.lastIndexOf(':') + 1);

function ownerOf(owner: string): string {
  if (own.test(owner)) return OWN_SCOPE;
  return /^[A-Za-z_][\w:]*$/.test(owner) ? owner : SOME_VALUE;
}

/** Names in quotes and in `qw(…)`. */
function namesIn(list: string): string[] {
  const words = [...list.matchAll(quotedWords)].flatMap(([, some = '']) => some.split(/\s+/).filter(Boolean));
  return [...[...list.matchAll(quotedName)].map(([, name = '']) => name), ...words];
}
