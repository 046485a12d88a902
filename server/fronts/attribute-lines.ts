/**
 * Attributes that only methods set (`self.size = size` of Python, `this.size = …`, `@size`): nothing declares them, so the index has no symbol of
 * the name. Who asks for one gets its lines.
 */
import type { Engine } from '../core/engine/engine-api.js';
import { isType } from '../core/model/symbol.js';
import type { TextMatch } from '../core/model/text-search.js';
import { escapePattern } from '../util/escape-pattern.js';
import { CODE_ROLES } from './code-roles.js';
import { linesOfPattern, wordPattern } from './further-lines.js';

/** Levels of subtypes, types and lines that are looked at. */
const MAX_DEPTH = 5;
const MAX_TYPES = 500;
const MAX_LINES = 500;
const QUALIFIED = /^(.{1,200}?)(?:\.|::|->|#)([A-Za-z_$][\w$]{0,100})$/;

export interface AttributeLines {
  /** The type whose methods set it. */
  readonly owner: string;
  readonly name: string;
  /** Where a method sets it, then lines on the own value, within the type and those below it, and on values that are named after the type. */
  readonly matches: readonly TextMatch[];
}

/** Null where the name is not that of a type with an attribute behind it. @param symbol as typed: `Cart.size` */
export async function attributeLines(engine: Engine, symbol: string, signal?: AbortSignal): Promise<AttributeLines | null> {
  const [, qualifier = '', name = ''] = QUALIFIED.exec(symbol.trim()) ?? [];
  if (!name) return null;
  const { of, items } = await engine.related({ symbol: qualifier, kinds: ['extended_by'], depth: MAX_DEPTH, limit: MAX_TYPES }, signal);
  const types = of.filter((one) => isType(one.symbolKind) && one.qualifiedName.endsWith(qualifier));
  const [type] = types;
  if (!type) return null;
  const word = escapePattern(name);
  const own = `(?<![\\w$.])(?:(?:self|cls|this|\\$this)(?:\\.|->)|@{1,2})${word}(?![\\w$])`;
  const text = `${own}|${wordPattern(name, [type.name])}`;
  const found = await linesOfPattern(
    engine,
    { text, match: 'regex', heedsCase: true, filters: { roles: CODE_ROLES }, limit: MAX_LINES },
    signal,
  );
  const within = [...types, ...items.map((item) => item.symbol)];
  const isWithin = ({ path, line }: TextMatch): boolean =>
    within.some(({ path: of, lines }) => of === path && lines.start <= line && line < lines.end);
  const isOwn = new RegExp(own);
  const sets = new RegExp(`${own}[^=<>!(]{0,80}(?<![<>!])=(?!=)`);
  const matches = found.matches.filter((match) => !isOwn.test(match.text) || isWithin(match));
  const first = matches.find((match) => sets.test(match.text) && isWithin(match));
  return first ? { owner: type.qualifiedName, name, matches: [first, ...matches.filter((match) => match !== first)] } : null;
}

/** For a front: what the lines are. */
export const attributeText = ({ owner, name }: AttributeLines): string =>
  `${name} is an attribute that methods of ${owner} set; its lines, on its own value and on values named after it:`;
