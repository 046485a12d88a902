/** Facts about one file from the type checker of its server. */
import { type Fact, type FileFacts, isSamePlace, type Meaning, type Occurrence } from '../../../../core/code-graph/facts.js';
import type { RunningServer } from '../../running-server.js';
import type { ServerSession } from '../../session/server-session.js';
import { type FileToAsk, maxTargets, meaningOf } from '../ask-file-facts.js';
import type { WorkspacePathOf } from '../fact-source.js';
import { provenanceOf } from '../provenance.js';
import { askChecker } from './ask-checker.js';
import type { CheckerSession, FileView } from './checker-session.js';
import { memoized } from './memoized.js';

interface CheckedFile {
  readonly running: RunningServer;
  readonly file: FileToAsk;
  readonly occurrences: readonly Occurrence[];
  readonly checkerOf: (session: ServerSession) => Promise<CheckerSession>;
  readonly pathOf: WorkspacePathOf;
  readonly signal?: AbortSignal | undefined;
  readonly turn: () => Promise<void>;
}

/** Null if the server has another text of the file, or none. Rejects if the checker cannot be asked; earlier answers are then lost. */
export async function checkedFacts(asked: CheckedFile): Promise<FileFacts | null> {
  const { running, file, occurrences, checkerOf, pathOf, signal, turn } = asked;
  const { adapter, server } = running;
  const { uri, path, contentHash } = file;
  const { backgroundMs } = server.options.timing;
  const runExclusive = async <T>(work: (checker: CheckerSession) => Promise<T>, deadlineMs = backgroundMs): Promise<T> => {
    await turn();
    const ask = async (session: ServerSession) => {
      const checker = await checkerOf(session);
      return checker.during(() => work(checker));
    };
    return server.runExclusive(uri, deadlineMs, ask, signal);
  };
  const request = (method: string, params = {}) =>
    server.request(method, { textDocument: { uri }, ...params }, { priority: 'background', uri, signal });
  const settle = (checker: CheckerSession) => checker.settle(() => request('textDocument/documentSymbol'));
  /** Asks the server by its protocol: unlike the checker it follows source maps of builds. */
  const define = async ({ line, character }: Occurrence): Promise<Meaning> => {
    await turn();
    return meaningOf(await request('textDocument/definition', { position: { line, character } }), pathOf, maxTargets);
  };
  const release = file.unsaved ? server.hold(uri, file.language, file.text) : () => {};
  let view: FileView | null = null;
  try {
    const checker = await runExclusive(async (one) => one);
    if (checker.isBehind) await settle(checker);
    // The project is loaded before the first answer.
    view = await runExclusive((one) => one.view(file, 'current'), adapter.readyWithinMs);
    if (!view) {
      await settle(checker);
      view = await runExclusive((one) => one.view(file, 'new snapshot'), adapter.readyWithinMs);
    }
    if (!view) return null;
    const { meanings } = view;
    const facts: Fact[] = [];
    const defined = new Map<string, Promise<Meaning>>();
    for (const { occurrence, meaning, isExpected } of await askChecker(view, occurrences, runExclusive)) {
      // The expected type may be inferred from the literal itself. The server then returns the declaration.
      const isUnsure = meanings.isMapped(meaning) || (isExpected && isItself(meaning, occurrence, path));
      facts.push({
        occurrence,
        meaning: isUnsure ? await memoized(defined, JSON.stringify(meaning), () => define(occurrence)) : meaning,
      });
    }
    return { path, contentHash, provenance: provenanceOf(running), facts, incomplete: null };
  } finally {
    view?.end();
    release();
  }
}

const isItself = (meaning: Meaning, { line, character }: Occurrence, path: string): boolean =>
  meaning.kind === 'here' && meaning.targets.every((target) => isSamePlace(target, { path, line, character }));
