/**
 * What a question rarely asks for counts less, unless it asks for just that: tests, declarations, older versions, code for
 * another operating system. Each is a share of the score that a chunk keeps, and shows in the answer by name. Pure.
 */
import type { ChunkRecord } from '../../model/chunk.js';
import { type FileRole, stemOf } from '../../model/file.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { isForOtherPlatform, type Platform } from '../query/platform.js';
import { headOf, mentions, type Topic } from '../query/question-words.js';
import { mentionedFactor, roleFactor, weights } from './weights.js';

export interface Demotion {
  readonly name: string;
  /** 0 to 1. */
  readonly factor: number;
}

/** What the path of a file alone says. */
interface OfFile {
  readonly isOlder: boolean;
  readonly isElsewhere: boolean;
  readonly isForTypes: boolean;
}

/** Of one list of candidates. What files and roles share is found out once. */
export class Demotions {
  readonly #query: AnalysedQuery;
  /** One word of a long text does not ask for tests, documentation or types. */
  readonly #head: string;
  readonly #platform: Platform;
  readonly #versions: OtherVersions;
  readonly #files = new Map<string, OfFile>();
  readonly #roles = new Map<FileRole, number>();
  readonly #asksForTypes: boolean;
  /** A task that speaks of nothing but what is done. */
  readonly #isOfFunctions: boolean;

  constructor(query: AnalysedQuery, paths: readonly string[], platform: Platform) {
    this.#query = query;
    this.#head = headOf(query.text);
    this.#platform = platform;
    this.#versions = new OtherVersions(paths);
    this.#asksForTypes = mentions(this.#head, 'types');
    this.#isOfFunctions = query.isChangeRequest && !mentions(this.#head, 'values');
  }

  of(record: ChunkRecord): Demotion[] {
    const found: Demotion[] = [];
    const role = record.role === 'source' && isInlineTest(record) ? 'test' : record.role;
    const ofRole = this.#factorOf(role);
    if (ofRole !== 1) found.push({ name: `role:${role}`, factor: ofRole });
    if (isDeclaration(record)) found.push({ name: 'declaration', factor: weights.declaration });
    if (this.#isOfFunctions && isIdle(record)) found.push({ name: 'not a function', factor: weights.notFunctionInChange });
    const { isOlder, isElsewhere, isForTypes } = this.#ofFile(record.path);
    if (!this.#asksForTypes && isTypesOnly(record, isForTypes)) found.push({ name: 'types only', factor: weights.typesOnly });
    if (isOlder) found.push({ name: 'older version', factor: weights.olderVersion });
    if (isElsewhere) found.push({ name: 'other platform', factor: weights.otherPlatform });
    return found;
  }

  #factorOf(role: FileRole): number {
    let factor = this.#roles.get(role);
    if (factor === undefined) {
      factor = isTopic(role) && mentions(this.#head, role) ? (mentionedFactor[role] ?? 1) : roleFactor[role];
      this.#roles.set(role, factor);
    }
    return factor;
  }

  #ofFile(path: string): OfFile {
    let file = this.#files.get(path);
    if (!file) {
      file = {
        isOlder: this.#versions.isOlder(path) && !mentions(this.#query.text, 'version'),
        isElsewhere: isForOtherPlatform(path, this.#platform) && !mentions(this.#query.text, 'platform'),
        isForTypes: /(?:^|\/)types\//.test(path) || stemOf(path) === 'types',
      };
      this.#files.set(path, file);
    }
    return file;
  }
}

/** Source and declarations are not asked for by a word. */
const isTopic = (role: FileRole): role is Extract<FileRole, Topic> => role !== 'source' && role !== 'declaration';

/** `mod tests` beside the code that it tests, `test "…"` between functions. */
const isInlineTest = ({ symbolKind, language, qualifiedName }: ChunkRecord): boolean =>
  symbolKind === 'test' || (language === 'rust' && /^(?:.*[.:])?tests?(?:[.:]|$)/.test(qualifiedName));

/** A C or C++ function without a body: the definition is what is asked for. */
const isDeclaration = ({ language, bodySpan, symbolKind }: ChunkRecord): boolean =>
  (language === 'c' || language === 'cpp') && bodySpan === null && (symbolKind === 'function' || symbolKind === 'method');

/** Values and types; in some languages the functions of a struct stand elsewhere. */
const IDLE: ReadonlySet<ChunkRecord['symbolKind']> = new Set([
  'field',
  'property',
  'enumMember',
  'constant',
  'variable',
  'key',
  'interface',
  'type',
  'enum',
]);
const FUNCTIONS_ELSEWHERE = new Set(['go', 'rust', 'c']);

/** No function, and holds none. */
const isIdle = ({ kind, symbolKind, language }: ChunkRecord): boolean =>
  kind === 'comment' || kind === 'block' || IDLE.has(symbolKind) || (symbolKind === 'struct' && FUNCTIONS_ELSEWHERE.has(language));

/** TypeScript that is gone once it is compiled. In other languages types and code are rarely apart. */
const isTypesOnly = ({ language, symbolKind }: ChunkRecord, isForTypes: boolean): boolean =>
  (language === 'typescript' || language === 'typescriptreact') && (symbolKind === 'interface' || symbolKind === 'type' || isForTypes);

/** Folders such as `v1` whose files have namesakes beside it, told from the candidates alone. */
class OtherVersions {
  readonly #paths: ReadonlySet<string>;
  readonly #folders = new Set<string>();

  constructor(paths: readonly string[]) {
    this.#paths = new Set(paths);
    for (const path of this.#paths) {
      const folder = versionFolder(path);
      if (folder && this.#paths.has(folder.parent + path.slice(folder.name.length))) this.#folders.add(folder.name);
    }
  }

  /** `api/v1/fields.py` where there is an `api/fields.py`, or an `api/main.py` beside an `api/v1/main.py`. */
  isOlder(path: string): boolean {
    const folder = versionFolder(path);
    return folder !== null && this.#folders.has(folder.name);
  }
}

/** The outermost folder of a path that is named as a version, with its slash, and what holds it. */
function versionFolder(path: string): { readonly name: string; readonly parent: string } | null {
  const match = /(?:^|\/)v\d+\//i.exec(path);
  if (!match) return null;
  const name = path.slice(0, match.index + match[0].length);
  return { name, parent: path.slice(0, match.index + (match[0].startsWith('/') ? 1 : 0)) };
}
