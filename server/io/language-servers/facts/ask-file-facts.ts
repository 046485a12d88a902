/**
 * What the identifiers of one file mean, by asking the server where each is defined. Never by references per symbol: that
 * is the slowest source on every server but two, and gives the union of a family of overrides once per member.
 */
import type { Fact, FileFacts, Meaning, Occurrence } from '../../../core/code-graph/facts.js';
import { failure, reasonOf } from '../failures.js';
import type { RunningServer } from '../running-server.js';
import type { WorkspacePathOf } from './fact-source.js';
import { locationsOf } from './locations.js';
import { provenanceOf } from './provenance.js';

export interface AskedFileFacts {
  readonly path: string;
  readonly uri: string;
  readonly language: string;
  readonly text: string;
  readonly contentHash: string;
  /** True: the text is an editor's, not the disk's. */
  readonly unsaved?: boolean;
  /** Names of which it is asked who implements them. */
  readonly interfaces?: readonly Occurrence[];
  /** Absolute paths of files that come next. */
  readonly waiting?: () => readonly string[];
}

/** Overload sets are long; the rest of a longer one adds nothing. */
export const maxTargets = 8;
/** Of what everything implements the rest is left out. */
const maxImplementers = 200;
/** More answers than this that did not come: the server is no good at this file. */
const maxLost = 3;

/**
 * Rejects only when aborted, or with `ended` where the server died of something else meanwhile (ask again). A server
 * that cannot be had, a quarantined file, deadlines: facts that say so in `incomplete`.
 */
export async function askFileFacts(
  running: RunningServer,
  file: AskedFileFacts,
  occurrences: readonly Occurrence[],
  pathOf: WorkspacePathOf,
  signal?: AbortSignal,
  turn: () => Promise<void> = async () => {},
): Promise<FileFacts> {
  const { adapter, server } = running;
  const { uri } = file;
  const facts: Fact[] = [];
  const implementers: Fact[] = [];
  let lost = 0;
  let useless: string | null = null;
  let incomplete: string | null = null;
  const ask = (method: string, params: object) =>
    server.request(method, { textDocument: { uri }, ...params }, { priority: 'background', uri, signal });
  const isOpen = adapter.needsOpenFiles || file.unsaved;
  let release = isOpen ? server.hold(uri, file.language, file.text) : () => {};
  try {
    // Also the barrier behind which servers have taken in the text just sent.
    const symbols = await ask('textDocument/documentSymbol', {}).catch((error) => {
      if (!isTolerable(error) && reasonOf(error) !== 'unsupported') throw error;
      return null;
    });
    if (adapter.mayExcludeFiles && !isOpen && occurrences.length > 0 && !(symbols as unknown[] | null)?.length)
      release = server.hold(uri, file.language, file.text);
    if (server.session?.gate.state === 'unsure') incomplete = `${adapter.title} did not say that it was ready`;
    const askEach = async (names: readonly Occurrence[], method: string, most: number, told: Fact[]) => {
      let next = 0;
      const worker = async () => {
        while (next < names.length && lost <= maxLost && useless === null) {
          const occurrence = names[next++] as Occurrence;
          const { line, character } = occurrence;
          await turn();
          try {
            const answer = await ask(method, { position: { line, character } });
            told.push({ occurrence, meaning: meaningOf(answer, pathOf, most) });
          } catch (error) {
            if (reasonOf(error) === 'deadline' || reasonOf(error) === 'tooLarge') lost++;
            else if (!isTolerable(error)) throw error;
            if (adapter.uselessError?.test((error as Error).message)) useless = (error as Error).message;
            told.push({ occurrence, meaning: { kind: 'unknown' } });
          }
        }
      };
      await Promise.all(Array.from({ length: adapter.maxParallelRequests }, worker));
    };
    await askEach(occurrences, 'textDocument/definition', maxTargets, facts);
    await askEach(file.interfaces ?? [], 'textDocument/implementation', maxImplementers, implementers);
    if (useless !== null) incomplete = useless;
    else if (lost > 0) incomplete = `${adapter.title} left ${lost} questions without an answer`;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null || reason === 'ended') throw error;
    if (reason === 'deadline') lost++;
    incomplete = (error as Error).message;
  } finally {
    release();
  }
  facts.sort((a, b) => a.occurrence.start - b.occurrence.start);
  const { path, contentHash } = file;
  return { path, contentHash, provenance: provenanceOf(running), facts, implementers, incomplete, ...(lost > 0 && { retryable: true }) };
}

/** gopls answers "no identifier found" as an error. */
const isTolerable = (error: unknown): boolean => reasonOf(error) === 'response' || reasonOf(error) === 'tooLarge';

export function meaningOf(answer: unknown, pathOf: WorkspacePathOf, most: number): Meaning {
  const locations = locationsOf(answer);
  if (locations.length === 0) return { kind: 'unknown' };
  const targets = locations.slice(0, most).flatMap(({ uri, line, character }) => {
    const path = pathOf(uri);
    return path === null ? [] : [{ path, line, character }];
  });
  return targets.length > 0 ? { kind: 'here', targets } : { kind: 'outside' };
}

/** Asks about a file, once more where the server died of another one meanwhile. */
export async function askFileFactsPatiently(...args: Parameters<typeof askFileFacts>): Promise<FileFacts> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await askFileFacts(...args);
    } catch (error) {
      if (reasonOf(error) !== 'ended') throw error;
      if (attempt >= 3) throw failure('ended', `${args[0].adapter.title} died again and again: ${(error as Error).message}`);
    }
  }
}
