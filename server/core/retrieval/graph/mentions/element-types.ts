/** What a list, an array or a map holds, by its type as written: `[]*Cart`, `map[string]Cart`, `Cart[]`, `List<Cart>`, `dict[str, Cart]`. */
import { typeName, withoutMarks } from './value-types.js';

/** Types whose first argument is what they hold, and those whose last one is. */
const LIST =
  /^(?:\w+(?:\.|::))*(?:\w*(?:List|Set|Array|Collection|Iterable|Iterator|Enumerable|Queue|Deque|Stack|Stream|Sequence|Vector)|vector|array|span|list|set|deque|unordered_set|frozenset|Vec|VecDeque|Slice)$/;
const MAP = /^(?:\w+(?:\.|::))*(?:\w*Map|\w*Dictionary|map|unordered_map|dict|\w*Dict|Mapping|MutableMapping|Record)$/;
const MAX_TYPE = 300;

/** The name of the type of what is held; null for a type that holds nothing known. */
export function elementType(written: string): string | null {
  const type = withoutMarks(
    written
      .slice(0, MAX_TYPE)
      .trim()
      .replace(/^(?:(?:const|readonly|final|mut|static|struct)\s+|[&*?]|'\w+\s+)+/, ''),
  );
  const go = /^(?:(?:\[[^[\]]*\]|map\[[^[\]]*\]|\.\.\.))(?=[\w*[])(.+)$/.exec(type)?.[1];
  if (go !== undefined) return typeName(go);
  const bracketed =
    /^\[(?:[^:[\]]+:\s*)?([^\];[]+)(?:;[^\]]*)?\]$/.exec(type)?.[1] ?? /^(.+?)\[[^[\]]*\]$/.exec(isGeneric(type) ? '' : type)?.[1];
  if (bracketed !== undefined) return typeName(bracketed);
  const [, name = '', list = ''] = /^([\w.:]+)\s*[<[](.*)[>\]]$/.exec(type) ?? [];
  const args = splitArguments(list);
  if (LIST.test(name)) return args[0] ? typeName(args[0]) : null;
  return MAP.test(name) && args.length === 2 ? typeName(args[1] as string) : null;
}

/** `list[Cart]`, whose brackets hold a type and no size. */
const isGeneric = (type: string): boolean => {
  const name = /^([\w.:]+)\[/.exec(type)?.[1] ?? '';
  return LIST.test(name) || MAP.test(name);
};

function splitArguments(list: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= list.length; at++) {
    const char = list[at];
    if (char === '<' || char === '[' || char === '(') depth++;
    else if (char === '>' || char === ']' || char === ')') depth--;
    else if ((char === ',' && depth === 0) || char === undefined) {
      found.push(list.slice(from, at).trim());
      from = at + 1;
    }
  }
  return found.filter(Boolean);
}
