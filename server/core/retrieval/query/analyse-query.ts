/** First stage: what a question asks for, without a language model. Pure. */
import { foldName, wordsOf } from '../../chunking/words.js';
import type { Intent } from '../../model/answer.js';
import type { Correction } from './correct-words.js';
import { expandWords, singular } from './expand-words.js';
import { isChangeRequest } from './is-change-request.js';
import type { StatedName } from './stated-names.js';

export interface AnalysedQuery {
  readonly text: string;
  readonly intent: Intent;
  /** Words of the lexical index without those that say nothing; in order, each once. */
  readonly words: readonly string[];
  /** Other words for the same: inflections and what code calls it; to be weighed less. Not all of them exist. */
  readonly expansions: readonly string[];
  /** Names written as code: `createStore`, `http_client`, `Foo::bar`, `Foo.bar`; the last segment of each, as written. */
  readonly identifiers: readonly string[];
  /** Symbols that the question names: what it finds of them stands first. */
  readonly stated: readonly StatedName[];
  /** The symbol whose users the question asks for. */
  readonly usesOf: StatedName | null;
  /** Words of the question that were read as names that are near to them. */
  readonly corrections: readonly Correction[];
  /** Containers in qualified names, folded: `Foo` of `Foo.bar`. */
  readonly containers: readonly string[];
  /** Folded runs of two or three content words that may be a name: "create store" gives `createstore`. */
  readonly compounds: readonly string[];
  /** Paths and file names in the question, with a line where one is given. */
  readonly paths: readonly { readonly path: string; readonly line: number | null }[];
  /** True where the question is a name and nothing else. */
  readonly isName: boolean;
  /** True where it says what to do or what should be, as the title of a commit or an order to an agent does. */
  readonly isChangeRequest: boolean;
}

/** Words that say nothing by themselves. */
export const STOP: ReadonlySet<string> = new Set(
  `a an the and or but nor if then else than so as at by for from in into of off on onto out over per to up upon via with within without
  is are was were be been being am do does did done doing have has had having can could should would will shall may might must
  i you he she it its we they them their there this that these those my your our his her me us
  what which who whom whose when where why how whether while
  not no yes all any both each few more most other some such only own same too very just about above after again against before below between during under until
  code codebase file files implementation implemented implement implements function functions method methods class classes
  handle handled handles handling used uses use using work works working get gets find show where's what's how's does doesn't please explain tell give list`
    .split(/\s+/)
    .filter(Boolean),
);
/** Stop words that carry meaning next to others in code: kept where a question would otherwise lose them all. */
const WEAK = new Set(
  'get find show list use function method class file code handle work implementation functions methods classes'.split(' '),
);

const NAME = String.raw`[\p{L}_$@][\p{L}\p{N}_$]*[?!]?`;
const QUALIFIED = new RegExp(`^${NAME}(?:(?:\\.|::|->|#|/|\\\\)${NAME})*(?:\\(\\))?$`, 'u');
const MENTION = new RegExp(`${NAME}(?:(?:\\.|::|->|#)${NAME})*`, 'gu');
const PATH =
  /(?<![\w.@~+-])(?:[\w.@~+-]{1,100}\/){1,40}[\w.@+-]{1,100}|(?<![\w@+-])[\w@+-]{1,100}\.(?:[cm]?[jt]sx?|py|pyi|go|rs|java|kt|swift|scala|rb|php|cs|cpp|cc|c|h|hpp|lua|exs?|hs|zig|sh|md|rst|json|ya?ml|toml|css|html)\b/g;

/** camelCase, PascalCase with two humps, snake_case, CONSTANT_CASE or a name with digits inside: written as code. */
const looksLikeCode = (name: string): boolean =>
  /[a-z\d][A-Z]|[A-Z]{2,}[a-z]|[\p{L}\d]_[\p{L}\d]|^_+\p{L}|[?!]$/u.test(name) || /^[A-Z][A-Z\d]{2,}$/.test(name);

/** Capitals alone are a word of the trade in a sentence, unless they stand between backticks. */
const isAcronymIn = (text: string, name: string, isName: boolean): boolean =>
  !isName && /^[A-Z][A-Z\d]*$/.test(name) && !text.includes(`\`${name}\``);

function intentOf(text: string, isName: boolean): Intent {
  if (isName) return 'find_definition';
  if (/\b(?:similar to|like this|same as|duplicates? of)\b/i.test(text)) return 'find_similar';
  if (
    /\b(?:who|what|where)\b.*\b(?:calls?|uses?|references?|imports?)\b|\busages? of\b|\bcallers? of\b|\b(?:is|are)\b.*\bused\b/i.test(text)
  )
    return 'find_usage';
  if (/\b(?:where is|definition of|defined|declared|declaration of)\b/i.test(text)) return 'find_definition';
  if (
    /\b(?:architecture|overview|structure of|how does|how do|how is|how are|lifecycle|pipeline|flow|organi[sz]ed|design of|module)\b/i.test(
      text,
    )
  ) {
    return 'understand_module';
  }
  return 'general';
}

export function analyseQuery(query: string): AnalysedQuery {
  const text = query.trim();
  // Chinese and Japanese questions hold no blanks: a run of more than a few characters is one, not a name.
  const isName =
    text.length > 1 &&
    text.length < 120 &&
    QUALIFIED.test(text) &&
    !STOP.has(text.toLowerCase()) &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{4}/u.test(text);
  const paths: { path: string; line: number | null }[] = [];
  for (const match of text.matchAll(PATH)) {
    const line = /^(?::(\d+)|\((\d+)|", line (\d+))/.exec(text.slice((match.index as number) + match[0].length));
    paths.push({ path: match[0], line: line ? Number(line[1] ?? line[2] ?? line[3]) - 1 : null });
  }
  const identifiers = new Set<string>();
  const containers = new Set<string>();
  const stated: StatedName[] = [];
  const quoted = new Set([...text.matchAll(/`([^`]+)`/g)].map((m) => m[1] as string));
  for (const mention of text.match(MENTION) ?? []) {
    const segments = mention.split(/\.|::|->|#/).filter(Boolean);
    const isCode = isName || segments.some(looksLikeCode) || quoted.has(mention) || /::|->|#/.test(mention);
    if (!isCode || paths.some(({ path }) => path.includes(mention))) continue;
    const name = segments.at(-1) as string;
    if (!identifiers.has(name) && !isAcronymIn(text, name, isName)) {
      const container = segments.at(-2);
      stated.push({
        name,
        container: container === undefined ? null : foldName(container),
        kinds: [],
        certainty: 'likely',
      });
    }
    identifiers.add(name);
    for (const segment of segments.slice(0, -1)) containers.add(foldName(segment));
  }
  const all = [...new Set(wordsOf(text).split(' ').filter(Boolean))];
  const content = all.filter((word) => !STOP.has(word));
  const words = content.length ? content : all.filter((word) => WEAK.has(word));
  return {
    text,
    intent: intentOf(text, isName),
    words,
    expansions: isName ? [] : expandWords(words),
    identifiers: [...identifiers],
    stated,
    usesOf: null,
    corrections: [],
    containers: [...containers],
    compounds: isName ? [] : compoundsOf(text),
    paths,
    isName,
    isChangeRequest: !isName && isChangeRequest(text),
  };
}

/** Runs of two and three words of a question, folded, without stop words at either end. */
function compoundsOf(text: string): string[] {
  const tokens = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const out = new Set<string>();
  for (let i = 0; i < tokens.length && i < 40; i++) {
    for (let n = 2; n <= 3 && i + n <= tokens.length; n++) {
      const run = tokens.slice(i, i + n) as string[];
      if (
        (STOP.has(run[0] as string) && !WEAK.has(run[0] as string)) ||
        (STOP.has(run.at(-1) as string) && !WEAK.has(run.at(-1) as string))
      )
        continue;
      out.add(run.join(''));
      const last = singular(run.at(-1) as string);
      if (last) out.add([...run.slice(0, -1), last].join(''));
    }
  }
  return [...out];
}
