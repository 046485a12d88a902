/** Calls of a name on values of other libraries, which call no method of the workspace. */
import { escapePattern } from '../../../util/escape-pattern.js';
import { remembered } from '../../../util/remembered.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { familyOf } from '../../model/language.js';
import { isType, outerName } from '../../model/symbol.js';
import { chainBefore } from '../../model/value-chains.js';
import type { IndexReader } from '../ports.js';
import { mayExtend } from './mentions/inherited-members.js';
import { isVariable } from './mentions/meaning-by-type.js';
import { MentionFiles } from './mentions/mention-files.js';
import { lastName } from './named-types.js';
import { chunksNamed, isSameFamily } from './neighbours.js';
import { MAX_CHARS, TextTypes } from './text-types.js';

/** Types of one name that are looked at. */
const MAX_TYPES = 1_000;
/** Languages in which a type of a library has no methods of the workspace, but those that `mayExtend` knows. */
const withClosedTypes: ReadonlySet<string> = new Set(
  'go java cpp php csharp rust kotlin swift typescript typescriptreact javascript python'.split(' '),
);
/** Characters of a value before a call. */
const MAX_VALUE = 200;
/** `time.Now().` before a name. */
const MADE_BY = /(?<![\w$.>)\]])([A-Za-z_]\w{0,60})\.\w{1,60}\([^()\n]{0,100}\)\.$/;

/**
 * Whether a symbol calls a name on values of other libraries alone, as the text states their types: `c.mutex.Unlock()`, `time.Now().Add(…)`. False
 * where it states nothing of one of them, and for a method that is added to types of libraries.
 */
export function callsForeignValues(reader: IndexReader): (record: ChunkRecord, method: ChunkRecord) => boolean {
  const types = new TextTypes(reader);
  const files = new MentionFiles(reader);
  const known = new Map<string, boolean>();
  const isForeignType = (written: string, around: ChunkRecord): boolean =>
    remembered(known, `${familyOf(around.language)} ${written}`, () => {
      const name = lastName(written);
      const named = reader.chunks(chunksNamed(reader, [name], MAX_TYPES).get(name) ?? []);
      return !isVariable(written, around) && !named.some((one) => isType(one.symbolKind) && isSameFamily(one, around));
    });
  return (record, method) => {
    if (!withClosedTypes.has(record.language) || mayExtend(reader, method)) return false;
    const text = types.textOf(record).slice(record.span.start, Math.min(record.span.end, record.span.start + MAX_CHARS));
    const call = new RegExp(`(?<![\\w$])${escapePattern(method.name)}\\s{0,9}\\(`, 'g');
    const calls = [...text.matchAll(call)].map(({ index }) => index);
    return (
      calls.length > 0 &&
      calls.every((at) => {
        const before = text.slice(Math.max(0, at - MAX_VALUE), at);
        const path = chainBefore(types.textOf(record), record.span.start + at, record.language);
        const type = path?.length ? types.ofPath(path, record, record.span.start + at) : null;
        const root = MADE_BY.exec(before)?.[1];
        if (type === null) return root !== undefined && files.isOfLibrary(root, record);
        return lastName(type) !== outerName(method) && isForeignType(type, record);
      })
    );
  };
}
