/**
 * What a question rarely asks for counts less, unless it asks for just that: tests, declarations, older versions, code for
 * another operating system. Each is a share of the score that a chunk keeps, and shows in the answer by name. Pure.
 */
import type { ChunkRecord } from '../model/chunk.js';
import { stemOf } from '../model/file.js';
import type { AnalysedQuery } from './analyse-query.js';
import { asksForPlatform, isForOtherPlatform, type Platform } from './platform.js';
import { mentionedFactor, roleFactor, roleWords, weights } from './weights.js';

export interface Demotion {
  readonly name: string;
  /** 0 to 1. */
  readonly factor: number;
}

export function demotionsOf(query: AnalysedQuery, record: ChunkRecord, versions: OtherVersions, platform: Platform): Demotion[] {
  const found: Demotion[] = [];
  const role = record.role === 'source' && isInlineTest(record) ? 'test' : record.role;
  const ofRole = roleWords[role]?.test(query.text) ? (mentionedFactor[role] ?? 1) : roleFactor[role];
  if (ofRole !== 1) found.push({ name: `role:${role}`, factor: ofRole });
  if (isDeclaration(record)) found.push({ name: 'declaration', factor: weights.declaration });
  if (query.isTask && VALUES.has(record.symbolKind)) found.push({ name: 'value in a task', factor: weights.valueInTask });
  if (isTypesOnly(record) && !TYPE_WORDS.test(query.text)) found.push({ name: 'types only', factor: weights.typesOnly });
  if (versions.isOlder(record.path) && !/\bv\d+\b/i.test(query.text)) found.push({ name: 'older version', factor: weights.olderVersion });
  if (isForOtherPlatform(record.path, platform) && !asksForPlatform(query))
    found.push({ name: 'other platform', factor: weights.otherPlatform });
  return found;
}

/** `mod tests` beside the code that it tests, `test "…"` between functions. */
const isInlineTest = ({ symbolKind, language, qualifiedName }: ChunkRecord): boolean =>
  symbolKind === 'test' || (language === 'rust' && /^(?:.*[.:])?tests?(?:[.:]|$)/.test(qualifiedName));

/** A C or C++ function without a body: the definition is what is asked for. */
const isDeclaration = ({ language, bodySpan, symbolKind }: ChunkRecord): boolean =>
  (language === 'c' || language === 'cpp') && bodySpan === null && (symbolKind === 'function' || symbolKind === 'method');

const VALUES: ReadonlySet<ChunkRecord['symbolKind']> = new Set(['field', 'property', 'enumMember', 'constant', 'variable', 'key']);
const TYPE_WORDS = /\b(?:types?|typings?|interfaces?|options?|props|config\w*|settings?|schemas?|shape)\b/i;

/** TypeScript that is gone once it is compiled. In other languages types and code are rarely apart. */
const isTypesOnly = ({ language, symbolKind, path }: ChunkRecord): boolean =>
  (language === 'typescript' || language === 'typescriptreact') &&
  (symbolKind === 'interface' || symbolKind === 'type' || /(?:^|\/)types\//.test(path) || stemOf(path) === 'types');

/** Folders such as `v1` whose files have namesakes beside it, told from the candidates alone. */
export class OtherVersions {
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
