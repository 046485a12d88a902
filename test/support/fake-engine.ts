/**
 * An engine in memory for tests of the fronts: every line that begins with a word and contains the query is a result.
 * Tests use the real engine wherever they can.
 */
import type { Engine, EngineOptions, OpenEngine } from '../../server/core/engine/engine-api.js';
import type { Answer, Question, Result, Status, SymbolAnswer, SymbolHit } from '../../server/core/model/answer.js';
import type { Progress } from '../../server/core/model/progress.js';
import { nameRoots } from '../../server/core/model/root-name.js';

export interface FakeEngine extends Engine {
  readonly options: EngineOptions;
  readonly texts: Map<string, string>;
  readonly calls: string[];
  readonly questions: Question[];
  closed: boolean;
  /** Awaited inside of retrieve. */
  gate: (signal?: AbortSignal) => Promise<void>;
  tellProgress(progress: Progress): void;
  tellStatus(): void;
}

const base = { doc: '', meta: {}, shortening: 'whole', answerLines: [], tokens: 5, unsaved: true, provenance: 'syntax:fake' } as const;

function fakeEngine(options: EngineOptions): FakeEngine {
  const texts = new Map<string, string>();
  const calls: string[] = [];
  const questions: Question[] = [];
  const progress = new Set<(progress: Progress) => void>();
  const statuses = new Set<(status: Status) => void>();
  const many = options.roots.length > 1;

  const roots = nameRoots(options.roots, options.names ?? new Map());
  const found = (query: string) =>
    [...texts].flatMap(([path, text]) =>
      text.split('\n').flatMap((line, number) => {
        const column = line.indexOf(query);
        return query !== '' && column >= 0 ? [{ path, line, number, column }] : [];
      }),
    );
  const status = (): Status => ({
    state: 'ready',
    roots,
    files: texts.size,
    chunks: 0,
    vectors: 0,
    symbols: 0,
    references: 0,
    skippedFiles: [{ path: many ? 'a/bad.bin' : 'bad.bin', reason: 'binary' }],
    skippedCount: 1,
    forgotten: [],
    pending: 0,
    done: 0,
    total: 0,
    languages: { typescript: texts.size },
    model: { name: 'fake', dimensions: 2 },
    building: null,
    behind: 0,
    reranker: null,
    providers: [],
    vectorIndex: { kind: 'none', reason: 'fake' },
    generation: calls.length,
    indexFolder: '/tmp/none',
    lastIndexedAt: null,
    openDocuments: texts.size,
    problems: [],
    memoryBytes: 1,
    servers: [],
    structure: [],
    packs: null,
  });

  const engine: FakeEngine = {
    options,
    texts,
    calls,
    questions,
    closed: false,
    proxiedServers: null,
    gate: async () => {},
    async retrieve(question: Question, signal?: AbortSignal): Promise<Answer> {
      questions.push(question);
      await engine.gate(signal);
      const results = found(question.query)
        .map(({ path, line, number, column }, i): Result => {
          const key = `${path}:${number}`;
          return {
            ...base,
            key,
            path,
            language: 'typescript',
            kind: 'symbol',
            symbolKind: 'function',
            name: question.query,
            qualifiedName: question.query,
            lines: { start: number, end: number + 1 },
            nameLine: number,
            nameColumn: column,
            score: 1 / (i + 1),
            reason: 'fake',
            parts: [{ name: 'fake', value: 1 / (i + 1) }],
            signature: line,
            text: question.withText === false ? '' : line,
            segments: question.withText === false ? [] : [{ textLine: 0, line: number, count: 1 }],
          };
        })
        .filter(({ key }) => !question.exclude?.includes(key));
      return {
        query: question.query,
        results,
        related: [],
        needed: results.slice(0, 1).map(({ path }) => ({ name: 'Needed', signature: 'type Needed', path, line: 0 })),
        callers: [],
        graph: [],
        tokens: 5 * results.length,
        budgetTokens: question.budgetTokens ?? 8000,
        considered: results.length,
        isIncomplete: false,
        problems: [],
        confidence: 0.5,
        elapsedMs: 1,
      };
    },
    async symbols({ query }): Promise<SymbolAnswer> {
      const hits = found(query).map(
        ({ path, line, number, column }): SymbolHit => ({
          key: `${path}:${number}`,
          name: query,
          qualifiedName: query,
          symbolKind: 'struct',
          containerName: '',
          path,
          language: 'typescript',
          lines: { start: number, end: number + 1 },
          nameLine: number,
          nameColumn: column,
          nameLength: query.length,
          signature: line,
          score: 1,
          reason: 'name',
        }),
      );
      return { hits, isIncomplete: false, problems: [] };
    },
    show: async () => ({ results: [], needed: [], isIncomplete: false, problems: [] }),
    findText: async () => ({ matches: [], isIncomplete: false, problems: [] }),
    related: async () => ({ of: [], items: [], omitted: [], unresolved: [], uncalled: [], isIncomplete: false, problems: [] }),
    openDocument(path, text, languageId) {
      calls.push(`open ${path} ${languageId}`);
      texts.set(path, text);
    },
    changeDocument(path, text) {
      calls.push(`change ${path}`);
      texts.set(path, text);
    },
    closeDocument(path) {
      calls.push(`close ${path}`);
      texts.delete(path);
    },
    filesChanged: (changes) => void calls.push(...changes.map(({ kind, path }) => `${kind} ${path}`)),
    status,
    statusNow: async () => status(),
    onProgress(listener) {
      progress.add(listener);
      return () => progress.delete(listener);
    },
    onEdgeProgress: () => () => {},
    onStatus(listener) {
      statuses.add(listener);
      return () => statuses.delete(listener);
    },
    reindex: async ({ paths, force }) => void calls.push(`reindex ${paths?.join() ?? 'all'} ${force ?? ''}`),
    forget: async (paths) => void calls.push(`forget ${paths?.join() ?? 'all'}`),
    listFiles: async () => ({ files: texts.size, languages: {} }),
    maskedSecrets: () => Promise.resolve([]),
    explainPath: () => Promise.reject(new Error('not here')),
    unforget: async (paths) => void calls.push(`unforget ${paths?.join() ?? 'all'}`),
    configureModels: async (settings) => void calls.push(`models ${JSON.stringify(settings)}`),
    embedded: async () => {},
    exportIndex: () => Promise.reject(new Error('not here')),
    publishPacks: () => Promise.reject(new Error('not here')),
    importIndex: () => Promise.reject(new Error('not here')),
    reused: async () => 0,
    onServersReplaced: () => () => {},
    settled: async () => {},
    ready: async () => {},
    edgesIndexed: async () => {},
    absolute: (path) => {
      const root = many ? roots.find(({ name }) => path.startsWith(`${name}/`)) : roots[0];
      return root ? `${root.folder}/${many ? path.slice(root.name.length + 1) : path}` : null;
    },
    relative: (absolute) => {
      const root = roots.find(({ folder }) => absolute.startsWith(`${folder}/`));
      return root ? `${many ? `${root.name}/` : ''}${absolute.slice(root.folder.length + 1)}` : null;
    },
    entryPath: (absolute) => {
      const root = roots.find(({ folder }) => absolute.startsWith(`${folder}/`));
      return root ? `${many ? `${root.name}/` : ''}${absolute.slice(root.folder.length + 1)}` : null;
    },
    async close() {
      calls.push('close');
      engine.closed = true;
    },
    tellProgress: (value) => [...progress].map((listener) => listener(value)),
    tellStatus: () => [...statuses].map((listener) => listener(status())),
  };
  return engine;
}

/** An OpenEngine that keeps what it opened. */
export function fakeEngines(): { openEngine: OpenEngine; opened: FakeEngine[] } {
  const opened: FakeEngine[] = [];
  return {
    opened,
    openEngine: async (options) => {
      const engine = fakeEngine(options);
      opened.push(engine);
      return engine;
    },
  };
}
