/**
 * Questions for one relation of a symbol or a file: `who calls X`, `what breaks if I change X`, `who implements X`, `tests of X`,
 * `what does X call`, `what is in x.ts`; and where a program begins. Pure.
 */
import { isKeyword, isWrittenAsName, MAX_PHRASE_CHARS, named, SEEK, type StatedName, THING, whole, withoutEnd } from './stated-names.js';

const USE =
  '(?:calls?|calling|uses?|using|references?|referencing|invokes?|invoking|imports?|depends?\\s+(?:up)?on|relies\\s+on|rely\\s+on|needs?|instantiates?|mentions?)';
const USED = '(?:used|called|referenced|invoked|imported|instantiated|mentioned|needed)';
const USES = '(?:usages?|uses|callers?|references?|refs|call\\s*sites?|calls|users|dependents|invocations|mentions)';
const CHANGE =
  '(?:chang(?:e|es|ed|ing)|modify(?:ing)?|remov(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|renam(?:e|es|ed|ing)|edit(?:ing)?|touch(?:ing)?|refactor(?:ing)?|break(?:ing)?|drop(?:ping)?|alter(?:ing)?)';
/** What of a symbol is changed: `the return type of`. */
const PART =
  '(?:(?:the\\s+)?(?:return\\s+(?:type|value)|arguments?|args|parameters?|params?|signature|name|types?|interface|implementation|behaviou?r|default(?:\\s+value)?s?|body|fields?|members?)\\s+(?:of|to|in)\\s+)?';
const CHANGED = '(?:changes?|changed|modified|removed|deleted|renamed|dropped|broken|refactored|gone)';
/** `which other nodes`, `all parts of the code`: what they are called is the project's own word. */
const CODE =
  '(?:which|what|all)\\s+(?:the\\s+)?(?:other\\s+)?[a-z][a-z-]*(?:\\s+[a-z][a-z-]*)?(?:\\s+of\\s+the\\s+(?:code|codebase|project))?(?:\\s+(?:that|which))?';

const USAGE = [
  `(?:${SEEK}\\s+)?(?:who|what|whatever|everything\\s+that|all\\s+(?:code\\s+)?that|${CODE})\\s+(?:all\\s+|else\\s+|is\\s+|are\\s+|does\\s+)?${USE}\\s+${THING}`,
  `(?:${SEEK}\\s+)?(?:from\\s+)?(?:where|how)(?:\\s+else)?(?:\\s+(?:is|are|was|does|do|all)|['’]s)?\\s+${THING}\\s+(?:is\\s+|are\\s+|being\\s+|gets?\\s+)?${USED}(?:\\s+(?:from|by|at|anywhere))?`,
  `(?:is|are)\\s+${THING}\\s+(?:still\\s+|ever\\s+|even\\s+)?${USED}(?:\\s+(?:anywhere|somewhere|at\\s+all))?`,
  `(?:${SEEK}\\s+)?(?:what\\s+are\\s+)?(?:all\\s+|any\\s+|every\\s+|the\\s+)*${USES}\\s+(?:of|to|for)\\s+${THING}`,
  `(?:${SEEK}\\s+)?(?:all\\s+)?${THING}\\s+${USES}`,
  `what\\s+(?:all\\s+)?(?:(?:would|will|could|might|may|can)\\s+)?(?:breaks?|fails?|happens?|changes?|(?:is|be|gets?)\\s+affected)\\s+(?:if|when)\\s+(?:(?:i|we|you|someone)\\s+)?${CHANGE}\\s+${PART}${THING}`,
  `what\\s+(?:all\\s+)?(?:(?:would|will|could|might|may|can)\\s+)?(?:breaks?|fails?|(?:is|be|gets?)\\s+affected)\\s+(?:if|when)\\s+${PART}${THING}\\s+(?:is\\s+|are\\s+|gets?\\s+)?${CHANGED}`,
  `(?:what\\s+(?:is|are)\\s+)?(?:the\\s+)?(?:impact|effects?|consequences?)\\s+of\\s+${CHANGE}\\s+${PART}${THING}`,
].map(whole);

const IMPLEMENT =
  '(?:implements?|extends?|subclass(?:es)?|inherits?(?:\\s+from)?|derives?(?:\\s+from)?|overrides?|satisf(?:y|ies)|conforms?\\s+to)';
const IMPLEMENTING =
  '(?:implementing|extending|subclassing|inheriting(?:\\s+from)?|deriv(?:ing|ed)(?:\\s+from)?|overriding|satisfying|conforming\\s+to)';
const KINDS =
  '(?:class(?:es)?|types?|structs?|traits?|interfaces?|records?|objects?|models?|components?|exceptions?|errors?|functions?|methods?)';
const SUBTYPES = '(?:implementations|implement[eo]rs|subclasses|sub-?types|overrides|overriders|descendants|inheritors)';

const EXTENDED = [
  `(?:${SEEK}\\s+)?(?:who|what|(?:everything|anything)\\s+that|${CODE}|${KINDS}(?:\\s+(?:that|which))?)\\s+(?:all\\s+|else\\s+)?${IMPLEMENT}\\s+${THING}`,
  `(?:${SEEK}\\s+)?(?:all\\s+|the\\s+|every\\s+|any\\s+)*${KINDS}\\s+${IMPLEMENTING}\\s+${THING}`,
  `(?:${SEEK}\\s+)?(?:what\\s+are\\s+)?(?:all\\s+|any\\s+|the\\s+)*(?:${SUBTYPES}|(?:derived|child)\\s+(?:classes|types)|conforming\\s+types)\\s+(?:of|for|to)\\s+${THING}`,
  `(?:${SEEK}\\s+)?(?:all\\s+)?${THING}\\s+${SUBTYPES}`,
].map(whole);

const TESTED = [
  `(?:${SEEK}\\s+)?(?:which|what|all|the|all\\s+the)?\\s*(?:unit\\s+)?tests?(?:\\s+cases?)?(?:\\s+(?:that|which))?\\s+(?:cover|covers|covering|exercise|exercises|test|tests|check|checks|for|of)\\s+${THING}`,
  `(?:what|which\\s+file|which\\s+code|who)\\s+tests\\s+${THING}`,
  `(?:where|how|is|are)(?:\\s+(?:is|are))?\\s+${THING}\\s+(?:unit\\s+)?tested`,
].map(whole);
const CALLED = [
  `(?:what|which)(?:\\s+(?:other\\s+)?(?:functions?|methods?|code|symbols?|helpers?))?\\s+(?:does|do)\\s+${THING}\\s+(?:call|invoke|use|depend\\s+on|rely\\s+on|need)`,
  `(?:what|which)(?:\\s+(?:other\\s+)?(?:functions?|methods?|code|symbols?|helpers?))?\\s+(?:is|are|gets?)\\s+(?:called|used|invoked)\\s+(?:by|in|from)\\s+${THING}`,
  `(?:${SEEK}\\s+)?(?:the\\s+|all\\s+)*(?:callees|dependencies)\\s+of\\s+${THING}`,
].map(whole);
const MODULE = '[`\'"]?([\\w@~$-]+(?:(?:\\.|/|::)[\\w@$-]+)+)[`\'"]?';
const EXPORT = '(?:the\\s+)?(?:(?:default\\s+)?exports?\\s+(?:of|from)\\s+)?(?:from\\s+)?(?:the\\s+)?(?:file\\s+|module\\s+|package\\s+)?';
const FILES = '(?:files?|modules?|packages?|code|scripts?|classes|components?)';
const IMPORTED = [
  `(?:${SEEK}\\s+)?(?:who|what|whatever|everything\\s+that|(?:which|what|all)\\s+(?:other\\s+)?${FILES}(?:\\s+that)?)\\s+(?:all\\s+)?(?:imports?|includes?|requires?|depends?\\s+on|uses?|loads?)\\s+${EXPORT}${MODULE}`,
  `(?:${SEEK}\\s+)?(?:the\\s+|all\\s+)*(?:importers|dependents|users)\\s+of\\s+(?:the\\s+)?(?:file\\s+|module\\s+|package\\s+)?${MODULE}`,
  `where\\s+is\\s+(?:the\\s+)?(?:file\\s+|module\\s+|package\\s+)?${MODULE}\\s+(?:imported|included|required|used|loaded)`,
].map(whole);

const PATH = '[`\'"]?((?:[\\w.@~+-]+/)*[\\w.@+-]+\\.[a-z]\\w{0,5})[`\'"]?';
const CONTENTS = [
  `(?:${SEEK}\\s+)?(?:the\\s+)?(?:file\\s+|contents?\\s+of\\s+|outline\\s+of\\s+|structure\\s+of\\s+|overview\\s+of\\s+|summary\\s+of\\s+)?(?:the\\s+)?(?:file\\s+)?${PATH}(?:\\s+file)?`,
  `(?:what(?:\\s+is|['’]s)|(?:what|which)\\s+(?:functions|classes|symbols|methods|types|code)\\s+(?:is|are))\\s+(?:defined\\s+|declared\\s+)?(?:in|inside)\\s+(?:the\\s+)?(?:file\\s+)?${PATH}`,
  `what\\s+does\\s+(?:the\\s+)?(?:file\\s+)?${PATH}\\s+(?:do|contain|define|export)`,
  `(?:explain|describe|summari[sz]e|outline|list|show)\\s+(?:me\\s+)?(?:the\\s+|all\\s+)*(?:(?:functions|classes|symbols|methods|types|code|contents)\\s+(?:in|of)\\s+)?(?:the\\s+)?(?:file\\s+)?${PATH}`,
].map(whole);

const REACH =
  '(?:reach|get\\s+to|arrive\\s+at|end\\s+up\\s+(?:in|at|calling)|lead\\s+to|(?:eventually\\s+|finally\\s+|indirectly\\s+|ever\\s+)?(?:call|invoke|trigger))';
const CHAIN =
  '(?:(?:call\\s+|execution\\s+|code\\s+)?(?:path|chain|route|flow|stack)|calls|steps)(?:\\s+of\\s+(?:function\\s+)?calls|\\s+of\\s+execution)?';
/** From the first name to the second. */
const REACHED = [
  `(?:how|where)\\s+(?:does|do|can|could|will)\\s+(?:a\\s+call\\s+(?:of|to)\\s+)?${THING}\\s+${REACH}\\s+${THING}`,
  `(?:does|can)\\s+${THING}\\s+${REACH}\\s+${THING}`,
  `(?:${SEEK}\\s+)?(?:what(?:\\s+is|\\s+are|['’]s)\\s+)?(?:the\\s+|a\\s+|all\\s+)*${CHAIN}\\s+(?:leads?\\s+|leading\\s+)?(?:from|between)\\s+${THING}\\s+(?:down\\s+)?(?:to|and|into)\\s+${THING}`,
  `how\\s+(?:do|does)\\s+(?:i|we|you|one|it|control|execution|the\\s+code|a\\s+call|a\\s+request)\\s+(?:get|go|come|flow)\\s+from\\s+${THING}\\s+to\\s+${THING}`,
  `trace\\s+(?:the\\s+)?(?:(?:calls?|code|execution|path|flow)\\s+)?from\\s+${THING}\\s+to\\s+${THING}`,
].map(whole);

/** Of a text with single blanks. */
const OUTSIDE_TESTS =
  /,? (?:outside(?: of)?|except(?: for| in)?|excluding|without|besides|other than|ignoring|(?:but )?not (?:in|counting)) (?:(?:the|all|any|unit) ){0,2}tests?(?: (?:code|files?|folders?|suites?|cases?))?\b| in (?:the )?(?:product(?:ion)?|non-?test|main|actual|real) (?:code|sources?)\b/i;
/** A sentence behind the question that says how to answer it. */
const INSTRUCTION =
  /^(?:please\s+)?(?:list|show|give|name|count|include|exclude|skip|ignore|leave|only|not|without|all|every|with|tell|i\s+(?:need|want))\b/i;

/** Whether the question asks for users outside tests. */
export const excludesTests = (question: string): boolean =>
  OUTSIDE_TESTS.test(question.replace(/\s+/g, ' ')) || /\b(?:exclude|skip|ignore)\s+tests\b/i.test(question);

/** The sentence that asks. */
function askingSentence(question: string): string {
  const [first = '', ...rest] = question.trim().split(/(?<=[?.!])\s+/);
  return rest.every((sentence) => INSTRUCTION.test(sentence)) ? first : question;
}

export type RelationKind = 'users' | 'subtypes' | 'tests' | 'callees' | 'importers' | 'contents' | 'path' | 'entry';

/** The symbol, or the file or module by its path or dotted name, and what of it is asked for. */
export interface AskedRelation {
  readonly kind: RelationKind;
  readonly of: StatedName;
  /** Where a chain of calls from `of` ends. */
  readonly to?: StatedName;
}

const phrases: readonly (readonly [RelationKind, typeof USAGE, typeof nameIn])[] = [
  ['contents', CONTENTS, pathIn],
  ['tests', TESTED, nameIn],
  ['callees', CALLED, nameIn],
  ['users', USAGE, nameIn],
  ['importers', IMPORTED, pathIn],
  ['subtypes', EXTENDED, nameIn],
];

/** A second question behind the first: `who implements Shape or overrides area`. */
const SECOND = new RegExp(
  `,?\\s+(?:and|or)\\s+(?:(?:(?:who|what|which|that)\\s+)?(?:${USE}|${IMPLEMENT})\\s+|(?:what|where|how|why|when|who)\\b(?=[^.?!]*\\b(?:its?|they|them|their)\\b)).*$`,
  'is',
);
/** What a name is called that no keyword of a language says: `the setting MAX_SIZE`. */
const LABEL =
  '(?:settings?|options?|flags?|switch|(?:config(?:uration)?|env(?:ironment)?)(?:\\s+(?:keys?|options?|settings?|values?|vars?|variables?))?|parameters?|events?|signals?|notifications?|keys?|columns?)';
const WRITTEN = '["\'`]?([A-Za-z_$][\\w$]*(?:(?:\\.|::|->|#)[A-Za-z_$][\\w$]*)*)["\'`]?';
const LABELLED = new RegExp(
  `(?:\\bthe\\s+(?:[a-z]+\\s+)?)?\\b${LABEL}\\s+${WRITTEN}(?![\\w$./-])|(?:\\bthe\\s+)?(?<![\\w$./-])${WRITTEN}\\s+${LABEL}\\b`,
  'gi',
);
/** Ways to use a value, an event or an error, beside those that any symbol has. */
const OTHER_USE =
  '(?:reads?|listens?\\s+(?:to|for|on)|subscribes?\\s+to|emits?|dispatch(?:es)?|fires?|triggers?|raises?|throws?|catch(?:es)?|handles?|checks?|sets?|writes?|respects?|honou?rs?|observes?|posts?|renders?|mounts?|displays?|shows?)';
const OTHER_USED =
  '(?:read|emitted|dispatched|fired|triggered|raised|thrown|caught|handled|checked|set|written|respected|consumed|applied|observed|posted|looked\\s+up|rendered|mounted|displayed|shown)';
const USING_OTHERWISE = new RegExp(`\\b(who|what|that|(?:which|what|all)\\s+[a-z]+)\\s+${OTHER_USE}\\s+(?=${WRITTEN})`, 'i');
const USED_OTHERWISE = new RegExp(`(?<=${WRITTEN}\\s+(?:is\\s+|are\\s+|gets?\\s+)?)${OTHER_USED}\\b`, 'i');
/** A member before its owner: `save of the class Cart`, `save of CartStore`. */
const OF_OWNER = new RegExp(
  `([\\w$]+)(?:\\(\\))?(?:\\s+(?:callback|member|field|hook|operation|method|function))?\\s+(?:of|in|on|from)\\s+(?:the\\s+)?(?:(?:${KINDS}|module)\\s+([\\w$]+)|([\\w$]+)\\s+(?:${KINDS}|module)\\b|((?=[a-z_]*[A-Z]|[a-z\\d]+_)[\\w$]+)(?![\\w$./]))`,
);

/** The relations that a question may ask for, the likeliest first. A word that is not written as a name must be a symbol's name letter for letter. */
export function askedRelations(question: string): AskedRelation[] {
  if (asksForEntry(question)) return [{ kind: 'entry', of: { name: 'main', container: null, kinds: [], certainty: 'likely' } }];
  const asWritten = relationsIn(question);
  if (asWritten.length || question.length > MAX_PHRASE_CHARS) return asWritten;
  const ofOwner = question.replace(OF_OWNER, (_, member, named, marked, plain) => `${named ?? marked ?? plain}.${member}`);
  const one = question.replace(SECOND, '');
  const bare = withoutApposition(question);
  const readings = new Set([one, ofOwner, usingWritten(question), usingWritten(one), usingWritten(bare), bare, anywhere(question)]);
  readings.delete(question);
  return [...readings].flatMap(relationsIn);
}

const PROGRAM =
  '(?:(?:android|ios|web|desktop|mobile|cli|server|main|go|rust|python|java|node)\\s+)*(?:app|application|program|client|server|frontend|backend|gui|service|process|daemon|binary|executable|cli|tool|project|editor|game|shell|code|code\\s*base|execution|everything|software|main\\s+program)';
/** `where does the app start`, `the main entry point of the program`. */
const ENTRY = [
  `(?:where|how)\\s+(?:does|do|is)\\s+(?:the\\s+|this\\s+)?(?:execution\\s+of\\s+(?:the\\s+|this\\s+)?)?${PROGRAM}\\s+(?:actually\\s+)?(?:start|begin|boot|launch|get\\s+started|started|launched|entered)(?:\\s+(?:up|running|from))?`,
  `(?:${SEEK}\\s+)?(?:where|what|which)(?:['’]s|\\s+is|\\s+are)?\\s+(?:the\\s+|a\\s+)?(?:main\\s+|program\\s+|app(?:lication)?\\s+)?entry[\\s-]?points?(?:\\s+(?:of|to|into|for)\\s+(?:the\\s+|this\\s+)?${PROGRAM})?`,
  `(?:${SEEK}\\s+)?(?:the\\s+)?(?:main|program|app(?:lication)?)\\s+entry[\\s-]?points?(?:\\s+(?:of|to|into|for)\\s+(?:the\\s+|this\\s+)?${PROGRAM})?`,
  `(?:where|what)\\s+is\\s+the\\s+main\\s+(?:function|method|file|class|loop)(?:\\s+(?:of|in)\\s+(?:the\\s+|this\\s+)?${PROGRAM})?`,
].map(whole);
const asksForEntry = (question: string): boolean => {
  const text = withoutEnd(question);
  return text.length <= MAX_PHRASE_CHARS && ENTRY.some((pattern) => pattern.exec(text) !== null);
};

/** Words that say what a name is, `the dialog button DialogButton`, and the brackets of an element, `<DialogButton />`. */
const APPOSITION = new RegExp(
  `\\bthe\\s+(?:(?!(?:of|in|on|for|from|to|by|with|and|or|that|which)\\b)[a-z]+\\s+){1,3}(?=${WRITTEN}[?.!]*$)`,
);
const ELEMENT = /(?<![\w$])<([A-Za-z][\w$.]*)\s?\/?>/g;
const withoutApposition = (question: string): string =>
  question.replace(ELEMENT, '$1').replace(APPOSITION, (all, name?: string) => (name !== undefined && isWrittenAsName(name) ? '' : all));

/** Without where the users are: `who calls log.getLogger in the tcp middlewares`. */
const anywhere = (question: string): string =>
  question.replace(WITHIN, (all, name: string, inside: string) =>
    isWrittenAsName(name.split(/\.|::|->|#/).at(-1) as string) && inside ? name : all,
  );
const WITHIN = new RegExp(`${WRITTEN}\\s+(?:in|within|inside|across|from)\\s+((?:[a-z-]+\\s+){1,3}[a-z-]+)[?.!]*$`);

/** Without what the names that are written as code are called, and with `use` for what is done with them: `who reads the setting MAX_SIZE`. */
function usingWritten(question: string): string {
  const isWritten = (name: string | undefined): boolean => name !== undefined && isWrittenAsName(name);
  return question
    .replace(LABELLED, (all, behind?: string, before?: string) => (isWritten(behind ?? before) ? ((behind ?? before) as string) : all))
    .replace(USING_OTHERWISE, (all, who: string, name?: string) => (isWritten(name) ? `${who} uses ` : all))
    .replace(USED_OTHERWISE, (all, name?: string) => (isWritten(name) ? 'used' : all));
}

function relationsIn(question: string): AskedRelation[] {
  const [of, to] = namesIn(REACHED, question);
  const single = phrases.flatMap(([kind, patterns, read]): AskedRelation[] => {
    const of = read(patterns, question);
    return of ? [{ kind, of }] : [];
  });
  return of && to ? [{ kind: 'path', of, to }, ...single] : single;
}

/** The symbol whose users a question asks for. */
export const usedName = (question: string): StatedName | null => nameIn(USAGE, question);

function pathIn(patterns: typeof USAGE, question: string): StatedName | null {
  const text = withoutEnd(question);
  if (text.length > MAX_PHRASE_CHARS) return null;
  for (const pattern of patterns) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined) return { name, container: null, kinds: [], certainty: 'sure' };
  }
  return null;
}

function nameIn(patterns: typeof USAGE, question: string): StatedName | null {
  return namesIn(patterns, question)[0] ?? null;
}

/** The names of the first pattern that fits: three groups each. */
function namesIn(patterns: typeof USAGE, question: string): StatedName[] {
  const text = withoutEnd(askingSentence(question)).replace(OUTSIDE_TESTS, '');
  if (text.length > MAX_PHRASE_CHARS) return [];
  const groups = patterns.map((pattern) => pattern.exec(text)?.slice(1)).find((found) => found !== undefined) ?? [];
  const things = Array.from({ length: groups.length / 3 }, (_, i) => inOrder(groups.slice(3 * i, 3 * i + 3)));
  return things
    .map(([before, name, behind]) => (name === undefined ? null : named(name, [before, behind], isWrittenAsName(name) ? 'sure' : 'likely')))
    .filter((stated) => stated !== null);
}

/** Of `the Component trait` the word that names the kind is the last one, though both may; of `the interface Field` the first one. */
function inOrder([before, name, behind]: readonly (string | undefined)[]): readonly (string | undefined)[] {
  const isNamed = before !== undefined && name !== undefined && isWrittenAsName(name) && !isWrittenAsName(before);
  return before !== undefined && name !== undefined && behind === undefined && isKeyword(name) && !isNamed
    ? [undefined, before, name]
    : [before, name, behind];
}
