/** What R code names: `total(x)`, `shop::total(x)`, `cart$total()`, `lapply(carts, total)`, `all_total <- total`, `.Call(shop_total, x)`. */
import { OWN_SCOPE, SOME_VALUE } from '../../../../core/model/symbol.js';
import type { MentionScanner } from './mention-sink.js';
import type { Source } from './source.js';

/** A name with a package or an object before it. Groups: object; package; name, or one in backticks. */
const named =
  /(?:(?<![\w.$@:])([\w.]{1,100})[$@]|(?<![\w.$@:])([\w.]{1,100}):::?|(?<![\w.$@:`]))(?:([A-Za-z.][\w.]*)|`([^`\n]{1,100})`)(?!:::?|[\w.])/g;
/** Native code is named by the first argument. */
const native = /(?<![\w.])\.(?:Call|External2?|C|Fortran)\s{0,9}\(\s{0,40}$/;
/** Names that a function binds. */
const assigned = /(?<![\w.$@])([A-Za-z.][\w.]*)\s{0,9}(?:<<?-|=(?!=))|->>?\s{0,9}([A-Za-z.][\w.]*)|\bfor\s{0,9}\(\s{0,9}([A-Za-z.][\w.]*)/g;
const header = /(?<![\w.])(?:function\s{0,9}|\\)\(/g;
const parameter = /(?:^|,)\s{0,200}([A-Za-z.][\w.]*)/g;

/** Dots of a name that may end that of a generic function. */
const MAX_DOTS = 3;

/** A method extends the generic function that its name begins with. */
export const findRMentions: MentionScanner = (source, symbols, { keywords }, { mention, base }) => {
  const { code } = source;
  const own = new Map(symbols.map(({ name, kind }) => [name, kind]));
  const declared = new Set(symbols.map(({ nameSpan }) => nameSpan.start));
  const boundIn = new Map<number, ReadonlySet<string>>();
  let inner = -1;
  /** The names that the function around a rising offset binds. */
  const bound = (at: number): ReadonlySet<string> => {
    while ((symbols[inner + 1]?.span.start ?? Number.POSITIVE_INFINITY) <= at) inner++;
    const owner = symbols[inner];
    if (!owner || owner.span.end <= at || owner.kind !== 'function') return none;
    const known = boundIn.get(inner) ?? namesBound(source, owner.nameSpan.end, owner.span.end);
    boundIn.set(inner, known);
    return known;
  };
  for (const [i, { kind, name, nameSpan }] of symbols.entries()) {
    // `as.data.frame.cart` is the method of `as.data.frame`, or of `as`: one that the workspace has.
    const ends = kind === 'function' ? [...name.matchAll(/(?<=[^.])\.(?=[^.])/g)] : [];
    for (const { index } of ends.slice(0, MAX_DOTS)) base(i, name.slice(0, index), 'implements', nameSpan.start);
  }
  for (const found of code.matchAll(named)) {
    const [whole, object, module, plain, quoted] = found;
    const name = plain ?? quoted ?? '';
    const at = found.index + whole.length - name.length - (plain === undefined ? 1 : 0);
    if (declared.has(at) || keywords.has(name)) continue;
    const behind = code.slice(at + name.length, at + name.length + 10).replace(/^`/, '');
    const isCalled = /^\s{0,9}\(/.test(behind);
    if (object !== undefined) {
      if (isCalled) mention(name, 'call', at, /^(?:self|private|super|\.self)$/.test(object) ? OWN_SCOPE : SOME_VALUE);
    } else if (isCalled || module !== undefined) mention(name, isCalled ? 'call' : 'use', at, module);
    else if (native.test(code.slice(Math.max(0, at - 60), at).replace(/`$/, ''))) mention(name, 'call', at);
    else if (name.length > 2 && (own.has(name) || /[a-z][_.][a-z]/i.test(name)) && !bound(at).has(name)) {
      // A variable is used whatever follows it, a function is handed over.
      if (own.get(name) === 'variable' || /^\s{0,9}(?:[,)\]]|\n|$)/.test(behind)) mention(name, 'use', at);
    }
  }
};

const none: ReadonlySet<string> = new Set();

/** What the code between two offsets assigns, and the parameters of its functions. */
function namesBound({ code, partner }: Source, from: number, to: number): ReadonlySet<string> {
  const names = new Set<string>();
  const body = code.slice(from, to);
  for (const [, before, behind, counted] of body.matchAll(assigned)) names.add(before ?? behind ?? counted ?? '');
  for (const { 0: head, index } of body.matchAll(header)) {
    const open = from + index + head.length - 1;
    const close = partner[open] as number;
    if (close > open) for (const [, name = ''] of code.slice(open + 1, close).matchAll(parameter)) names.add(name);
  }
  return names;
}
