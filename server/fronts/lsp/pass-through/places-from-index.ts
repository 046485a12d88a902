/**
 * Definitions and references from the index, for a file that no language server answers for: its server is missing, has failed, or cannot load the
 * project. They are those of `context/related`, some by name alone.
 */
import type { Location } from 'vscode-languageserver';
import type { Engine } from '../../../core/engine/engine-api.js';
import type { WorkspacePath } from '../../../core/model/file.js';
import { looksLikeComment } from '../../../core/model/line-forms.js';
import { dependsOn, type RelatedItem } from '../../../core/model/related.js';
import { escapePattern } from '../../../util/escape-pattern.js';
import { remembered } from '../../../util/remembered.js';
import { wordAt } from '../../../util/text.js';
import { rangesIn } from '../positions.js';
import type { Session } from '../session.js';
import { inLines, textOnDisk } from './convert.js';
import type { Json } from './shapes.js';

const definitions: ReadonlySet<string> = new Set(['textDocument/definition', 'textDocument/declaration']);
const references = 'textDocument/references';
const MAX_REFERENCES = 1_000;

interface Place {
  readonly path: WorkspacePath;
  readonly line: number;
  /** UTF-16 columns. */
  readonly start: number;
  readonly end: number;
}

/** Whether the index can answer a method. */
export const isIndexed = (method: string): boolean => definitions.has(method) || method === references;

/** Null where the index knows no symbol of the name at the position. */
export function placesFromIndex(session: Session, method: string, params: Json, signal: AbortSignal): Promise<Location[] | null> {
  return session.use(
    (engine) => find(session, engine, method, params, signal),
    () => null,
  );
}

async function find(session: Session, engine: Engine, method: string, params: Json, signal: AbortSignal): Promise<Location[] | null> {
  const { uri } = params.textDocument;
  const [path] = session.pathsOf([uri], engine);
  if (path === undefined) return null;
  const text = session.documents.get(uri)?.getText() ?? textOnDisk(uri) ?? '';
  const { line, character } = session.encoding === 'utf-16' ? params.position : inLines(text, session.encoding, 'utf-16')(params.position);
  const word = wordAt(text.split(/\r\n|\r|\n/)[line] ?? '', character);
  if (!word) return null;
  const isReferences = method === references;
  const answer = await engine.related(
    { at: { path, line, column: character }, kinds: isReferences ? [...dependsOn] : ['extends'], limit: MAX_REFERENCES },
    signal,
  );
  // Elsewhere than on a name the answer is about what is around it.
  const named = answer.of.filter(({ name }) => name.split(/[.\\]/).at(-1) === word);
  if (!named.length) return null;
  const declared = named.map((symbol): Place => {
    const { path: at, nameLine, nameColumn, nameLength } = symbol;
    return { path: at, line: nameLine, start: nameColumn, end: nameColumn + nameLength };
  });
  const uses = isReferences ? placesOf(session, engine, answer.items, word, declared) : [];
  const places = isReferences && params.context?.includeDeclaration === false ? uses : [...declared, ...uses];
  const toRange = rangesIn(
    session,
    engine,
    places.map((place) => place.path),
  );
  return places.map((place) => ({ uri: session.uriOf(place.path, engine), range: toRange(place) }));
}

/** The name on the lines that prove the relations, each once; in code outside of functions, of which one line is known, on all of its lines. */
function placesOf(session: Session, engine: Engine, items: readonly RelatedItem[], name: string, declared: readonly Place[]): Place[] {
  const texts = new Map<WorkspacePath, readonly string[]>();
  const linesOf = (path: WorkspacePath): readonly string[] =>
    remembered(texts, path, () => {
      const uri = session.uriOf(path, engine);
      return (session.documents.get(uri)?.getText() ?? textOnDisk(uri) ?? '').split(/\r\n|\r|\n/);
    });
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_$])${escapePattern(name)}(?![\\p{L}\\p{N}_$])`, 'gu');
  const seen = new Set(declared.map(({ path, line }) => `${path}:${line}`));
  return items.flatMap(({ depth, symbol, proof, moreProof }): Place[] => {
    if (!proof || depth > 1) return [];
    const { path } = proof;
    const lines = linesOf(path);
    const further =
      symbol.symbolKind === null ? lines.flatMap((text, line) => (looksLikeComment(text) ? [] : line)) : moreProof.map(({ line }) => line);
    return [proof.line, ...further].flatMap((line) => {
      if (seen.has(`${path}:${line}`)) return [];
      seen.add(`${path}:${line}`);
      return [...(lines[line] ?? '').matchAll(pattern)].map(({ index }) => ({ path, line, start: index, end: index + name.length }));
    });
  });
}
