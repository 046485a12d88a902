/** First stage: reads a question without a language model: its words, names, paths, and whether it is a change request. Pure. */
import { wordsOf } from '../../chunking/words.js';
import { report } from '../rank/weights.js';
import type { Correction } from './correct-words.js';
import { expandWords, phrasalNouns, singular } from './expand-words.js';
import { messagesIn } from './passages.js';
import type { Misqualified } from './qualified-names.js';
import { linesOf } from './question-words.js';
import type { AskedRelation } from './relation-phrases.js';
import { qualified, type StatedName } from './stated-names.js';

export interface AnalysedQuery {
  readonly text: string;
  /** Whether `text` is its translation into English. */
  readonly isTranslated?: true;
  /** The question as asked, where `text` may have names of it in another form. */
  readonly written?: string;
  /** The question that this is another wording of. */
  readonly wordingOf?: string;
  /** Words as the lexical index has them, without stop words; in order, each once. */
  readonly words: readonly string[];
  /** Other forms of the words, which count less. The index may not contain all of them. */
  readonly expansions: readonly string[];
  /** Names written as code: `createStore`, `http_client`, `Foo::bar`, `Foo.bar`; the last segment of each, as written. */
  readonly identifiers: readonly string[];
  /** Symbols that the question names: their definitions come first. */
  readonly stated: readonly StatedName[];
  /** The relation of one symbol or file that the question asks for. */
  readonly relation: AskedRelation | null;
  /** The name that the whole question is about, whether the index has it or not: `createStore` of `who calls createStore`. */
  readonly subject: string | null;
  /** Names that were read as others: misspelt, or inherited. */
  readonly corrections: readonly Correction[];
  /** Members that their types do not have. */
  readonly misqualified: readonly Misqualified[];
  /** Folded runs of two or three content words that may be a name: "create store" gives `createstore`. */
  readonly compounds: readonly string[];
  /** Paths and file names in the question, with a line where one is given. */
  readonly paths: readonly { readonly path: string; readonly line: number | null }[];
  /** Whether the question is a name and nothing else. */
  readonly isName: boolean;
  /** Whether it says what to change, like the title of a commit or an instruction to an agent. */
  readonly isChangeRequest: boolean;
  /** Whether it is a text of several lines, such as an issue, which mentions much that it does not ask for. */
  readonly isReport: boolean;
}

/** Words that say nothing about what to search for. */
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
/** Stop words that may be meant in code: used where a question has no other words. */
const WEAK = new Set(
  'get find show list use function method class file code handle work implementation functions methods classes'.split(' '),
);

const NAME = String.raw`[\p{L}_$@][\p{L}\p{N}_$]*[?!]?`;
const QUALIFIED = new RegExp(`^${NAME}(?:(?:\\.|::|->|#|/|\\\\)${NAME})*(?:\\(\\))?$`, 'u');
const MENTION = new RegExp(`${NAME}(?:(?:\\.|::|->|#)${NAME})*`, 'gu');
const PATH =
  /(?<![\w.@~+-])(?:[\w.@~+-]{1,100}\/){1,40}[\w.@+-]{1,100}|(?<![\w@+-])[\w@+-]{1,100}\.(?:[cm]?[jt]sx?|py|pyi|go|rs|java|kt|swift|scala|rb|php|cs|cpp|cc|c|h|hpp|lua|exs?|hs|zig|sh|md|rst|json|ya?ml|toml|css|html)\b/g;

const ADDRESS = /%[\dA-F]{2}|:\/\/|[?&]\w+=/i;
const DOCUMENT =
  /(?<![\w./-])[\w-]{1,100}\.(jspx?|aspx?|cgi|pdf|docx?|xlsx?|pptx?|odt|png|jpe?g|gif|svg|webp|avif|bmp|ico|tiff?|mp[34]|wav|txt|csv|tsv|zip|t?gz|tar|7z|rar|exe|jar|war)(?![\w(.])/gi;

/** Whether a name is that of a file of whoever asks: `Invoice_2024.pdf`. */
export const isForeignFile = (name: string): boolean => name.replace(DOCUMENT, '') === '';

/** Without addresses and files of whoever asks, whose parts name nothing of the code; of a file its kind may be meant: `photo.webp becomes a PNG`. */
const withoutForeign = (text: string): string =>
  text.replace(/\S+/g, (token) => (ADDRESS.test(token) ? ' ' : token.replace(DOCUMENT, ' $1 ')));

/** camelCase, PascalCase with two humps, snake_case, CONSTANT_CASE or a name with digits inside: written as code. */
const looksLikeCode = (name: string): boolean =>
  /[a-z\d][A-Z]|[A-Z]{2}[a-z]|[\p{L}\d]_[\p{L}\d]|^_+\p{L}|[?!]$/u.test(name) || /^[A-Z][A-Z\d]{2,}$/.test(name);

/** Capitals alone, `URLs` too, are a term in a sentence, unless they are between backticks. */
const isAcronymIn = (text: string, name: string, isName: boolean): boolean =>
  !isName && /^[A-Z][A-Z\d]*s?$/.test(name) && !text.includes(`\`${name}\``);

/** @param isMarkedName whether a name that ends in a question or exclamation mark is one, as in Ruby, and not the end of a sentence */
export function analyseQuery(query: string, isMarkedName: (name: string) => boolean = () => true): AnalysedQuery {
  const text = query.trim();
  // Chinese and Japanese have no blanks: a run of more than a few characters is a question, not a name.
  const isName =
    text.length > 1 &&
    text.length < 120 &&
    QUALIFIED.test(text) &&
    !STOP.has(text.toLowerCase()) &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{4}/u.test(text);
  const paths: { path: string; line: number | null }[] = [];
  const messages = messagesIn(text);
  for (const { index, 0: path } of text.matchAll(PATH)) {
    const line = /^(?::(\d+)|\((\d+)|", line (\d+))/.exec(text.slice(index + path.length));
    // A message names files of whoever got it: `cannot read config.yml`.
    if (!line && !path.includes('/') && messages.some(({ start, end }) => index >= start && index < end)) continue;
    paths.push({ path, line: line ? Number(line[1] ?? line[2] ?? line[3]) - 1 : null });
  }
  const identifiers = new Set<string>();
  const stated: StatedName[] = [];
  const quoted = new Set([...text.matchAll(/`([^`]+)`/g)].map((m) => m[1] as string));
  const own = isName ? text : withoutForeign(text);
  for (const found of own.match(MENTION) ?? []) {
    const isSentence = /[?!]$/.test(found) && !isMarkedName(found.split(/\.|::|->|#/).at(-1) as string);
    const mention = isSentence ? found.slice(0, -1) : found;
    const segments = mention.split(/\.|::|->|#/).filter(Boolean);
    const isCode = isName || segments.some(looksLikeCode) || quoted.has(mention) || /::|->|#/.test(mention);
    if (!isCode || paths.some(({ path }) => path.includes(mention))) continue;
    const name = segments.at(-1) as string;
    if (isAcronymIn(text, name, isName)) continue;
    if (!identifiers.has(name)) {
      stated.push({
        ...qualified(segments),
        kinds: [],
        // A question of one word asks for it in any case.
        certainty: 'likely',
      });
    }
    identifiers.add(name);
  }
  const all = [
    ...new Set(
      wordsOf(own.trim() || text)
        .split(' ')
        .filter(Boolean),
    ),
  ];
  const content = all.filter((word) => !STOP.has(word));
  const words = content.length ? content : all.filter((word) => WEAK.has(word));
  return {
    text,
    words,
    expansions: isName ? [] : [...new Set([...expandWords(words), ...phrasalNouns(text)])].filter((word) => !words.includes(word)),
    identifiers: [...identifiers],
    stated,
    relation: null,
    subject: isName ? ([...identifiers][0] ?? null) : null,
    corrections: [],
    misqualified: [],
    compounds: isName ? [] : compoundsOf(text),
    paths,
    isName,
    isChangeRequest: !isName && (isReport(text) || isChangeRequest(text)),
    isReport: !isName && isReport(text),
  };
}

/** Verbs that begin a change request and hardly ever a subject; `test`, `cache` or `log` are both. */
const DOING =
  'add|adjust|allow|appl(?:y|i)|assert|assume|avoid|accept|catch|change|check|clear|convert|correct|create|define|delete|deprecate|detect|disable|disallow|drop|emit|enable|enforce|ensure|exclude|expose|extend|extract|fail|fix|generate|handle|ignore|implement|improve|include|increase|infer|inform|initiali[sz]e|introduce|invoke|keep|make|migrate|move|narrow|normali[sz]e|notify|omit|optimi[sz]e|pass|prefer|preserve|prevent|print|provide|put|raise|reduce|refactor|reject|relax|remove|rename|reorder|replace|require|resolve|respect|restore|restrict|return|reuse|revert|rewrite|saniti[sz]e|save|send|set|show|simplify|skip|stop|strip|support|suppress|switch|throw|treat|try|unify|update|upgrade|use|validate|wrap|write';
const HOW = "always|automatically|better|correctly|do not|don['’]?t|just|kept|made|never|no longer|only|properly";
/** After the prefix of conventional commits (`feat(router):`). */
const ORDER = new RegExp(`^(?:\\w+(?:\\([^)]*\\))?!?:\\s*)?\\W*(?:(?:${DOING})(?:e?s|e?d|[pt]?ped|ted)?|${HOW})\\b`, 'i');
const FINITE =
  /\b(?:is|are|was|were|should|must|does|do|can|cannot|will|has|have|no longer|now|(?:is|are|was|do|does|has|have|ca|wo|should|must)n['’]t)\b/i;
/** Before the verb: a question, or a description of what is looked for. */
const ASKING = /\b(?:how|what|where|which|why|who|whom|whose|when|while|whether|if|that)\b/i;

/**
 * Whether a text says what to do (`fix …`, `always send …`) or what is or should be the case (`redirects are too broad`), as the title of a
 * commit, an issue or an instruction to an agent does, rather than asking or naming a subject.
 */
function isChangeRequest(text: string): boolean {
  if (ORDER.test(text)) return true;
  const verb = text.search(FINITE);
  return verb > 0 && !text.endsWith('?') && !ASKING.test(text.slice(0, verb));
}

const isReport = (text: string): boolean => text.length >= report.minChars && linesOf(text).length >= report.minLines;

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
