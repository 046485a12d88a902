/** Answers of the engine as protocol.md has them. */
import type { Location, SymbolInformation } from 'vscode-languageserver';
import type { Engine } from '../../core/engine/engine-api.js';
import type { Answer, Result, Status, SymbolHit } from '../../core/model/answer.js';
import type { WorkspacePath } from '../../core/model/file.js';
import type { Problem } from '../../core/model/problem.js';
import type { ContextProblem } from '../../protocol/common.js';
import type { ContextCaller, ContextEdge, ContextMeta, ContextResult, NeededSignature, RetrieveResult } from '../../protocol/retrieve.js';
import type { SemanticSymbol } from '../../protocol/semantic-symbol.js';
import type { ContextStatus } from '../../protocol/status.js';
import { pathToUri } from '../../util/uri.js';
import { explanationToWire } from './explanation-to-wire.js';
import type { ToRange } from './positions.js';
import { rangesIn, wholeLines } from './positions.js';
import type { Session } from './session.js';
import { lspSymbolKind } from './symbol-kind.js';

export const problemToWire = ({ code, message, incomplete }: Problem): ContextProblem => ({ code, message, incomplete });

/** URIs of the paths of one answer: each path is checked on the disk once. */
function urisIn(session: Session, engine: Engine): (path: WorkspacePath) => string {
  const known = new Map<WorkspacePath, string>();
  return (path) => {
    let uri = known.get(path);
    if (uri === undefined) known.set(path, (uri = session.uriOf(path, engine)));
    return uri;
  };
}

export async function answerToWire(session: Session, engine: Engine, answer: Answer, explain: boolean): Promise<RetrieveResult> {
  const uriOf = urisIn(session, engine);
  const toRange = rangesIn(
    session,
    engine,
    [...answer.results, ...answer.related].map((result) => result.path),
  );
  return {
    query: answer.query,
    results: answer.results.map((result) => resultToWire(uriOf, result, explain, toRange)),
    related: answer.related.map((result) => ({
      ...resultToWire(uriOf, result, explain, toRange),
      relation: result.relation,
      of: result.of,
    })),
    needed: answer.needed.map(
      (needed): NeededSignature => ({
        name: needed.name,
        signature: needed.signature,
        uri: uriOf(needed.path),
        path: needed.path,
        range: wholeLines({ start: needed.line, end: needed.line + 1 }),
      }),
    ),
    callers: answer.callers.map(
      ({ path, line, ...caller }): ContextCaller => ({
        ...caller,
        uri: uriOf(path),
        path,
        range: wholeLines({ start: line, end: line + 1 }),
      }),
    ),
    graph: answer.graph.map(
      (edge): ContextEdge => ({
        from: edge.from,
        to: edge.to,
        relation: edge.relation,
        uri: uriOf(edge.path),
        path: edge.path,
        range: wholeLines({ start: edge.line, end: edge.line + 1 }),
        provenance: edge.provenance,
      }),
    ),
    tokens: answer.tokens,
    budgetTokens: Number.isFinite(answer.budgetTokens) ? answer.budgetTokens : null,
    considered: answer.considered,
    confidence: answer.confidence,
    isIncomplete: answer.isIncomplete,
    problems: answer.problems.map(problemToWire),
    elapsedMs: answer.elapsedMs,
    ...(answer.explanation && { explanation: explanationToWire(session, engine, answer.explanation) }),
  };
}

/** Results without the parts of their scores. */
export async function resultsToWire(session: Session, engine: Engine, results: readonly Result[]): Promise<ContextResult[]> {
  const toRange = rangesIn(
    session,
    engine,
    results.map(({ path }) => path),
  );
  return results.map((result) => resultToWire(urisIn(session, engine), result, false, toRange));
}

function resultToWire(uriOf: (path: WorkspacePath) => string, result: Result, explain: boolean, toRange: ToRange): ContextResult {
  // Only symbols have a name in the text; the names of other chunks are made up.
  const nameLength = result.symbolKind === null ? 0 : result.name.length;
  return {
    key: result.key,
    uri: uriOf(result.path),
    path: result.path,
    language: result.language,
    kind: result.kind,
    symbolKind: result.symbolKind,
    name: result.name,
    qualifiedName: result.qualifiedName,
    range: wholeLines(result.lines),
    selectionRange: toRange({
      path: result.path,
      line: result.nameLine,
      start: result.nameColumn,
      end: result.nameColumn + nameLength,
    }),
    score: result.score,
    reason: result.reason,
    ...(explain && { parts: result.parts.map(({ name, value }) => ({ name, value })) }),
    signature: result.signature,
    doc: result.doc,
    meta: metaToWire(result),
    text: result.text,
    segments: result.segments.map(({ textLine, line, count }) => ({ textLine, line, count })),
    shortening: result.shortening,
    ...(result.answerLines.length && { answerLines: [...result.answerLines] }),
    tokens: result.tokens,
    unsaved: result.unsaved,
    provenance: result.provenance,
  };
}

function metaToWire({ meta, lastCommit }: Result): ContextMeta {
  const { parameters, returnType, async, visibility, exported, tags, imports } = meta;
  return {
    ...(parameters && { parameters: [...parameters] }),
    ...(returnType !== undefined && { returnType }),
    ...(async !== undefined && { async }),
    ...(visibility !== undefined && { visibility }),
    ...(exported !== undefined && { exported }),
    ...(tags && { tags: [...tags] }),
    ...(imports && { imports: [...imports] }),
    ...(lastCommit && {
      lastCommit: { hash: lastCommit.hash, date: lastCommit.date, subject: lastCommit.subject, of: lastCommit.of },
    }),
  };
}

const knownSymbolKinds = (session: Session): ReadonlySet<number> | null => {
  const known = session.capabilities.workspace?.symbol?.symbolKind?.valueSet;
  return Array.isArray(known) ? new Set<number>(known) : null;
};

const nameRange = (hit: SymbolHit, toRange: ToRange) =>
  toRange({ path: hit.path, line: hit.nameLine, start: hit.nameColumn, end: hit.nameColumn + hit.nameLength });

export async function symbolsToWire(session: Session, engine: Engine, hits: readonly SymbolHit[]): Promise<SemanticSymbol[]> {
  const toRange = rangesIn(
    session,
    engine,
    hits.map((hit) => hit.path),
  );
  const known = knownSymbolKinds(session);
  const uriOf = urisIn(session, engine);
  return hits.map((hit) => ({
    key: hit.key,
    name: hit.name,
    qualifiedName: hit.qualifiedName,
    kind: lspSymbolKind(hit.symbolKind, known),
    symbolKind: hit.symbolKind,
    containerName: hit.containerName,
    location: { uri: uriOf(hit.path), range: wholeLines(hit.lines) },
    selectionRange: nameRange(hit, toRange),
    path: hit.path,
    language: hit.language,
    signature: hit.signature,
    score: hit.score,
    reason: hit.reason,
  }));
}

/**
 * For the standard `workspace/symbol`. The same JSON is a SymbolInformation and a WorkspaceSymbol, so it fits old
 * clients and new ones. Its range is the name's: clients jump to where it starts.
 */
export async function symbolInformation(session: Session, engine: Engine, hits: readonly SymbolHit[]): Promise<SymbolInformation[]> {
  return (await symbolsToWire(session, engine, hits)).map((symbol) => {
    const location: Location = { uri: symbol.location.uri, range: symbol.selectionRange };
    return { name: symbol.name, kind: symbol.kind, location, ...(symbol.containerName && { containerName: symbol.containerName }) };
  });
}

export function statusToWire(session: Session, engine: Engine, status: Status): ContextStatus {
  const {
    roots,
    skippedFiles,
    forgotten,
    problems,
    model,
    building,
    providers,
    vectorIndex,
    languages,
    servers,
    structure,
    packs,
    ...rest
  } = status;
  return {
    ...rest,
    roots: roots.map(({ name, folder }) => ({ name, uri: pathToUri(folder) })),
    skippedFiles: skippedFiles.map(({ path, reason }) => ({ uri: session.uriOf(path, engine), path, reason })),
    forgotten: forgotten.map((path) => ({ uri: session.uriOf(path, engine), path })),
    languages: { ...languages },
    model: { name: model.name, dimensions: model.dimensions },
    building: building && { ...building },
    providers: providers.map((use) => ({ ...use })),
    vectorIndex: { kind: vectorIndex.kind, reason: vectorIndex.reason },
    problems: [...problems.map(problemToWire), ...session.faults],
    structure: structure.map((one) => ({ ...one })),
    packs: packs && { ...packs },
    servers: servers.map(({ server, languages, remarks, quarantined, ...report }) => ({
      ...report,
      name: server,
      languages: [...languages],
      remarks: [...remarks],
      quarantined: [...quarantined],
    })),
  };
}

/** The status without an engine: no folder is open, or opening failed. */
export function emptyStatus(state: ContextStatus['state'], problems: ContextProblem[]): ContextStatus {
  return {
    state,
    roots: [],
    files: 0,
    chunks: 0,
    vectors: 0,
    symbols: 0,
    references: 0,
    skippedFiles: [],
    skippedCount: 0,
    forgotten: [],
    pending: 0,
    done: 0,
    total: 0,
    languages: {},
    model: { name: '', dimensions: 0 },
    building: null,
    behind: 0,
    reranker: null,
    providers: [],
    vectorIndex: { kind: 'none', reason: '' },
    packs: null,
    generation: 0,
    indexFolder: '',
    lastIndexedAt: null,
    openDocuments: 0,
    problems,
    memoryBytes: process.memoryUsage.rss(),
    servers: [],
    structure: [],
  };
}
