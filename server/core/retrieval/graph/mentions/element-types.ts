/** What a list, an array or a map holds, by its type as written: `[]*Cart`, `map[string]Cart`, `Cart[]`, `List<Cart>`, `dict[str, Cart]`; and what its functions give. */
import { typeName, withoutMarks } from './value-types.js';

/** Types whose first argument is what they hold, and those whose last one is. */
const LIST =
  /^(?:\w+(?:\.|::))*(?:\w*(?:List|Set|Array|Collection|Iterable|Iterator|Enumerable|Queue|Deque|Stack|Stream|Sequence|Vector)|vector|array|span|list|set|deque|unordered_set|frozenset|Vec|VecDeque|Slice)$/;
const MAP = /^(?:\w+(?:\.|::))*(?:\w*Map|\w*Dictionary|map|unordered_map|dict|\w*Dict|Mapping|MutableMapping|Record)$/;
const MAX_TYPE = 300;

/** Functions of containers that give one of their values, or those that fit: LINQ, streams, iterators. */
export const GIVES_ONE =
  /^(?:[Ff]irst(?:OrDefault|OrNull)?|[Ll]ast(?:OrDefault|OrNull)?|[Ss]ingle(?:OrDefault|OrNull)?|ElementAt(?:OrDefault)?|get(?:OrNull|OrDefault|First|Last)?|[Ff]ind(?:Last|First|Any)?|at|pop|peek|poll|shift|next|remove(?:First|Last)|popLast|min|max|MinBy|MaxBy|minBy(?:OrNull)?|maxBy(?:OrNull)?|random)$/;
/** The value of an entry of a map. */
export const OF_ENTRY = /^(?:[Vv]alues?|second)$/;
/** Functions that give a container of the same values, or the value itself. */
export const GIVES_SAME =
  /^(?:Where|OrderBy(?:Descending)?|ThenBy(?:Descending)?|Skip(?:While)?|Take(?:While)?|Distinct(?:By)?|Reverse|To(?:List|Array|HashSet)|As(?:Enumerable|Queryable|NoTracking|ReadOnly)|Concat|Append|Prepend|Union|Except|Include|ConfigureAwait|stream|parallelStream|filter(?:Not)?(?:Null)?|sorted(?:By|Descending|ByDescending|With)?|toSorted|limit|skip|distinct(?:By)?|to(?:List|Set|MutableList|Array)|values|getValue|reversed|toReversed|take(?:Last|While)?|drop(?:Last|While)?|dropFirst|prefix|suffix|slice|subList|iter(?:_mut)?|into_iter|rev|asSequence|shuffled|lazy|collect|orEmpty|also|apply|clone|copy|as_ref|as_mut|borrow|lock|unwrap|expect|cloned|orElse|orElseThrow|orElseGet)$/;
/** Functions of a type of a library that give a value of the own type: finders of object-relational mappers, factories. */
export const GIVES_OWN =
  /^(?:find(?:By\w*|One\w*|First\w*|Or\w*|Unique\w*)?|first(?:Or\w*)?|last|take|create(?:OrFirst|Quietly)?|build|make|instance|getInstance|fromJson|valueOf|upsert|new|default)$/;
/** The same for several values. */
export const GIVES_OWN_LIST =
  /^(?:find(?:All|Many)\w*|where\w*|all|order(?:By)?|includes|joins|with|query|objects|paginate|scope|unscoped)$/;
/** Functions that hand over the value that they are called on. */
export const GIVES_WHOLE = /^(?:let|also|takeIf|takeUnless|tap|then|ifPresent)$/;

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
