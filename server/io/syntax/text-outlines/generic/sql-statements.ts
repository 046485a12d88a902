/** SQL: where a statement ends, and what statements name: `shop.total(…)`, `EXEC shop.total`, `FROM items`, `@ids shop.ItemIds`. */
import { type Extent, none, skipBlanks } from './declaration-lines.js';
import type { MentionScanner } from './mention-sink.js';
import type { Source } from './source.js';

/** Characters of one statement. */
const MAX_STATEMENT = 400_000;

/** What opens and closes a body, and what ends a statement without a semicolon. */
const marks =
  /\$(\w{0,60})\$|\b(begin(?!\s{1,9}(?:tran|work\b))|case|end)\b|\b([ia]s)\b(?=\s*?\n|\s{1,9}(?:begin|declare)\b)|;|^(?:create|alter|drop|go|\/)(?=\s|$)/gim;
/** Closes what nothing here has opened: `END IF`. */
const closesOther = /^\s{1,9}(?:if|loop|while|for|repeat)\b/i;
const closesAgain = /^\s{1,9}(?:case|try|catch)\b/i;

/**
 * To the semicolon that ends the statement, outside of `$$ … $$` and of BEGIN … END; null where none does.
 * @param isRoutine whether declarations with semicolons may stand before its BEGIN
 */
export function toSemicolon(source: Source, nameEnd: number, isRoutine: boolean): Extent | null {
  const { code, partner } = source;
  const open = skipBlanks(code, nameEnd, code.length);
  const close = code.charCodeAt(open) === 40 ? (partner[open] as number) : -1;
  const params = close > 0 ? { start: open + 1, end: close } : null;
  const from = params ? close + 1 : nameEnd;
  const end = endOfStatement(code, from, Math.min(code.length, from + MAX_STATEMENT), isRoutine);
  if (end < 0) return null;
  const body = isRoutine ? BODY.exec(code.slice(from, Math.min(end, from + MAX_HEAD))) : null;
  if (!body) return none(end, end, params);
  const headerEnd = from + body.index;
  return { end, headerEnd, bodyStart: skipBlanks(code, headerEnd + body[0].length, end), bodyEnd: end, params };
}

/** Characters before the body of a routine, and what is between the two. */
const MAX_HEAD = 6_000;
const BODY = /(?<=\s)(?:[ia]s(?=\s{0,9}\n|\s{1,9}(?:begin|declare|\$)\b|\s{1,9}\$)|(?=begin\b))/i;

function endOfStatement(code: string, from: number, last: number, isRoutine: boolean): number {
  let depth = 0;
  let hasBody = false;
  let isAwaited = false;
  marks.lastIndex = from;
  for (let found = marks.exec(code); found && found.index < last; found = marks.exec(code)) {
    const [mark, tag, word, as] = found;
    if (tag !== undefined) {
      const end = code.indexOf(mark, marks.lastIndex);
      if (end < 0) return -1;
      marks.lastIndex = end + mark.length;
      hasBody = true;
    } else if (as !== undefined) isAwaited = isRoutine;
    else if (word?.toLowerCase() === 'end') {
      const rest = code.slice(marks.lastIndex, marks.lastIndex + 20);
      if (closesOther.test(rest)) continue;
      depth = Math.max(0, depth - 1);
      marks.lastIndex += closesAgain.exec(rest)?.[0].length ?? 0;
    } else if (word !== undefined) {
      depth++;
      hasBody ||= word.toLowerCase() === 'begin';
    } else if (mark === ';') {
      if (depth === 0 && (hasBody || !isAwaited)) return marks.lastIndex;
    } else if (depth === 0) return code.slice(0, found.index).trimEnd().length;
  }
  return depth === 0 && (hasBody || !isAwaited) ? code.slice(0, last).trimEnd().length : -1;
}

const name =
  '((?:["`[]?[\\w$\\u0080-\\uffff]{1,100}["`\\]]?\\s?\\.\\s?){0,2})["`[]?([A-Za-z_\\u0080-\\uffff][\\w$\\u0080-\\uffff]{0,100})["`\\]]?';
/** Groups: qualifier and name of a table; the same of what is called; of what is executed; of the type of a variable, which has a qualifier. */
const named = new RegExp(
  `\\b(?:from|join|into|update|only|table|references|truncate|view|on(?=\\s+[\\w."\`[\\]]{1,200}\\s*(?:\\(|;|using\\b|for\\b|referencing\\b|execute\\b|from\\b|to\\b|$)))\\s+(?!(?:only|if|of|select|table|lateral|exists|unnest|conflict|delete|update)\\b)${name}|(?<![\\w$."\`\\]])${name}\\s{0,3}(?=\\()|\\b(?:exec|execute|call)\\s+(?:@\\w{1,100}\\s{0,9}=\\s{0,9}|procedure\\s+|function\\s+)?(?!(?:as|immediate|on|to)\\b)${name}|@\\w{1,100}\\s+(?:as\\s+)?(?=[\\w["\`\\]]{1,100}\\.)${name}`,
  'gim',
);
const keywords = new Set(
  'values in and or not exists any all some over filter within partition using on as returns return table index unique primary foreign key references check default constraint varchar char character numeric decimal number int integer bigint smallint float real double timestamp timestamptz time date interval text json jsonb array enum set row select insert into update delete from where when then else case end begin declare if elsif while loop for foreach call execute exec perform raise grant revoke to with recursive having by order group limit offset union except intersect join left right inner outer cross natural lateral between like ilike similar is null true false cast coalesce nullif greatest least count sum min max avg now current_timestamp extract epoch abs round floor ceil lower upper trim substring substr length concat replace format to_char to_date to_timestamp date_trunc row_number rank dense_rank lag lead first_value last_value string_agg array_agg json_agg jsonb_agg json_build_object jsonb_build_object row_to_json to_json to_jsonb unnest generate_series nextval currval setval pg_get_serial_sequence exists decode encode md5 random pow power log sqrt ln exp mod sign top isnull isjson json_value json_query openjson object_id dateadd datediff datename datepart getdate getutcdate sysutcdatetime newid newsequentialid scope_identity try_convert convert nvarchar nchar varbinary datetime2 uniqueidentifier bit xml iif choose try_cast stuff charindex patindex len col_length sp_executesql raiserror throw print serverproperty'.split(
    ' ',
  ),
);

export const findSqlMentions: MentionScanner = ({ code }, symbols, _grammar, { mention }) => {
  const declared = new Set(symbols.map(({ nameSpan }) => nameSpan.start));
  for (const found of code.matchAll(named)) {
    const [whole, ofTable, table, ofCalled, called, , executed, , type = ''] = found;
    const word = table ?? called ?? executed ?? type;
    const at = found.index + whole.lastIndexOf(word);
    if (declared.has(at) || (keywords.has(word.toLowerCase()) && !(ofTable ?? ofCalled))) continue;
    // `FROM steps (path)`: a function that returns rows. Behind INTO stand columns.
    const isCalled =
      called !== undefined ||
      executed !== undefined ||
      (/^(?:from|join)\b/i.test(whole) && /^\s{0,3}\(/.test(code.slice(at + word.length, at + word.length + 4)));
    mention(word, isCalled ? 'call' : 'use', at);
  }
};
