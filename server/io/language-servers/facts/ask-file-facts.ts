/**
 * Facts about one file by asking the server for the definition of each identifier. References of each symbol are not used: they are the
 * slowest source on all but two servers, and return the union of a family of overrides for each member.
 */
import type { Fact, FileFacts, Meaning, Occurrence } from '../../../core/code-graph/facts.js';
import type { InterfaceNames } from '../../../core/code-graph/mentions-to-resolve.js';
import { failure, reasonOf } from '../failures.js';
import type { RunningServer } from '../running-server.js';
import type { WorkspacePathOf } from './fact-source.js';
import { provenanceOf } from './provenance.js';
import { TypeMethods } from './type-methods.js';

export interface FileToAsk {
  readonly path: string;
  readonly uri: string;
  readonly language: string;
  readonly text: string;
  readonly contentHash: string;
  /** True: the text comes from an editor, not from the disk. */
  readonly unsaved?: boolean;
  /** Interfaces whose implementations are requested. */
  readonly interfaces?: readonly InterfaceNames[];
  /** Absolute paths of the next files in the queue. */
  readonly waiting?: () => readonly string[];
}

/** Definitions used of one identifier. Further overloads add nothing. */
export const maxTargets = 8;
/** Implementations used of one name. */
const maxImplementers = 200;
/** After more unanswered questions the rest of the file is skipped. */
const maxLost = 3;

/**
 * Rejects only when aborted, or with `ended` if the server died of something else meanwhile (then ask again). If the server is not
 * available, the file is quarantined or deadlines pass, the facts state that in `incomplete`.
 */
async function askFileFacts(
  running: RunningServer,
  file: FileToAsk,
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
    // A barrier: after its answer the server has processed the text that was just sent. It also tells whether the server knows the file.
    const symbols =
      isOpen || adapter.mayExcludeFiles
        ? await ask('textDocument/documentSymbol', {}).catch((error) => {
            if (!isTolerable(error) && reasonOf(error) !== 'unsupported') throw error;
            return null;
          })
        : null;
    if (adapter.mayExcludeFiles && !isOpen && occurrences.length > 0 && !(symbols as unknown[] | null)?.length)
      release = server.hold(uri, file.language, file.text);
    if (server.session?.gate.state === 'unsure') incomplete = `${adapter.title} did not report that it was ready`;
    const askEach = async (names: readonly Occurrence[], method: string, answered: (occurrence: Occurrence, answer: unknown) => void) => {
      let next = 0;
      const worker = async () => {
        while (next < names.length && lost <= maxLost && useless === null) {
          const occurrence = names[next++] as Occurrence;
          const { line, character } = occurrence;
          await turn();
          try {
            answered(occurrence, await ask(method, { position: { line, character } }));
          } catch (error) {
            if (reasonOf(error) === 'deadline' || reasonOf(error) === 'tooLarge') lost++;
            else if (!isTolerable(error)) throw error;
            if (adapter.uselessError?.test((error as Error).message)) useless = (error as Error).message;
            answered(occurrence, null);
          }
        }
      };
      await Promise.all(Array.from({ length: adapter.maxParallelRequests }, worker));
    };
    await askEach(occurrences, 'textDocument/definition', (occurrence, answer) =>
      facts.push({ occurrence, meaning: meaningOf(answer, pathOf, maxTargets) }),
    );
    const interfaces = file.interfaces ?? [];
    const implementedBy = (occurrence: Occurrence, answer: unknown) =>
      implementers.push({ occurrence, meaning: meaningOf(answer, pathOf, maxImplementers) });
    const types = new Map<Occurrence, Location[]>();
    await askEach(
      interfaces.map(({ name }) => name),
      'textDocument/implementation',
      (occurrence, answer) => {
        implementedBy(occurrence, answer);
        types.set(
          occurrence,
          locationsOf(answer).filter(({ uri }) => pathOf(uri) !== null),
        );
      },
    );
    const methods = new TypeMethods(adapter, (other) => ask('textDocument/documentSymbol', { textDocument: { uri: other } }));
    const unnamed: Occurrence[] = [];
    for (const { name, methods: declared } of interfaces) {
      for (const method of declared) {
        const found = await methods.of(types.get(name) ?? [], method.name);
        if (found) implementedBy(method, found);
        else unnamed.push(method);
      }
    }
    await askEach(unnamed, 'textDocument/implementation', implementedBy);
    if (useless !== null) incomplete = useless;
    else if (lost > 0) incomplete = `${adapter.title} did not answer ${lost} questions`;
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

/** The rest of the file can still be asked about. gopls, for one, answers "no identifier found" as an error. */
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

/** Asks about a file, and again if the server died of another file meanwhile. */
export async function askFileFactsPatiently(...args: Parameters<typeof askFileFacts>): Promise<FileFacts> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await askFileFacts(...args);
    } catch (error) {
      if (reasonOf(error) !== 'ended') throw error;
      if (attempt >= 3) throw failure('ended', `${args[0].adapter.title} died repeatedly: ${(error as Error).message}`);
    }
  }
}

/** The three forms in which servers return locations, as one. */
interface Location {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
  readonly endLine: number;
  readonly endCharacter: number;
}

interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}
interface AnyLocation {
  readonly uri?: string;
  readonly range?: Range;
  readonly targetUri?: string;
  readonly targetRange?: Range;
  readonly targetSelectionRange?: Range;
}

/** `answer`: Location, LocationLink, a list of either, or null. Entries without a position are left out. */
export function locationsOf(answer: unknown): Location[] {
  const list = Array.isArray(answer) ? answer : answer === null || answer === undefined ? [] : [answer];
  return (list as AnyLocation[]).flatMap((one) => {
    const uri = one?.targetUri ?? one?.uri;
    const range = one?.targetSelectionRange ?? one?.range ?? one?.targetRange;
    if (typeof uri !== 'string' || typeof range?.start?.line !== 'number') return [];
    const { start, end = start } = range;
    return [{ uri, line: start.line, character: start.character, endLine: end.line, endCharacter: end.character }];
  });
}
