/**
 * What the frames of a stack trace mean in this workspace. The function's name in a file of the frame's path is looked for first:
 * line numbers may be of another version. Frames of libraries find nothing.
 */
import { foldName } from '../../chunking/words.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { isFunction } from '../../model/symbol.js';
import type { IndexReader } from '../ports.js';
import { type StackFrame, stackFrames } from '../query/stack-frames.js';
import { frameMatch, recall } from '../rank/weights.js';
import { innermost } from './find-literals.js';

type Reader = Pick<IndexReader, 'named' | 'chunks' | 'chunksOfFile' | 'file'>;

/** Ids of the chunks that frames of the text mean, innermost first; then those that only their lines tell. */
export function findFrames(reader: Reader, text: string, accept: ((record: ChunkRecord) => boolean) | null): number[] {
  const byName = new Set<number>();
  const byLine = new Set<number>();
  for (const frame of stackFrames(text)) {
    const named = frame.name ? definitionOf(reader, frame) : null;
    const record = named ?? atLine(reader, frame);
    if (record && (!accept || accept(record))) (named ? byName : byLine).add(record.id);
  }
  return [...new Set([...byName, ...byLine])].slice(0, frameMatch.frames);
}

function definitionOf(reader: Reader, frame: StackFrame): ChunkRecord | null {
  const isConstructor = /^(?:init|__init__|constructor|new|ctor)$/.test(frame.name) && frame.container !== null;
  const ids = reader.named([frame.name], frameMatch.definitions).map(({ chunkId }) => chunkId);
  const meant = reader
    .chunks(ids)
    .filter(
      ({ kind, symbolKind, bodySpan }) =>
        kind === 'symbol' && symbolKind !== null && (bodySpan !== null || symbolKind === 'macro' || isFunction(symbolKind)),
    )
    .map((record) => ({ record, fit: fitOf(record, frame) }))
    .filter(({ record, fit }) => (frame.path !== null ? sharedEnd(record.path, frame.path) > 0 : isInContainer(record, frame)) && fit > 0);
  const best = meant.reduce<(typeof meant)[number] | null>((most, one) => (most && most.fit >= one.fit ? most : one), null);
  return best && !(isConstructor && !isInContainer(best.record, frame)) ? best.record : null;
}

/** Segments that the ends of two paths share weigh most, then the container, then that it is a function, then how near its lines are. */
function fitOf(record: ChunkRecord, frame: StackFrame): number {
  const shared = frame.path === null ? 1 : sharedEnd(record.path, frame.path);
  const near = frame.line === null ? 0 : 1 / (1 + distance(record, frame.line) / frameMatch.lineScale);
  return (
    shared * frameMatch.pathSegment +
    (isInContainer(record, frame) ? frameMatch.container : 0) +
    (isFunction(record.symbolKind) ? frameMatch.isFunction : 0) +
    (record.name === frame.name ? frameMatch.sameCase : 0) +
    near
  );
}

const isInContainer = ({ qualifiedName, path }: ChunkRecord, { container, name }: StackFrame): boolean =>
  container !== null && (foldName(qualifiedName).endsWith(container + foldName(name)) || foldName(path).includes(container));

const distance = ({ lines }: ChunkRecord, line: number): number =>
  line < lines.start ? lines.start - line : line >= lines.end ? line - lines.end + 1 : 0;

/** How many segments two paths have in common at their ends. */
function sharedEnd(one: string, other: string): number {
  const a = one.split('/').reverse();
  const b = other.split('/').reverse();
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
  return shared;
}

/** What stands at the frame's line, where the workspace has the file. */
function atLine(reader: Reader, { path, line }: StackFrame): ChunkRecord | null {
  if (path === null || line === null) return null;
  const segments = path.split('/').filter((segment) => segment && segment !== '.');
  for (let off = 0; off < Math.min(segments.length, recall.leadingFolders); off++) {
    const file = reader.file(segments.slice(off).join('/'));
    if (file) return innermost(reader.chunksOfFile(file.id), line);
  }
  return null;
}
