/** Why a file or folder is or is not indexed: the rules and the disk first, then what the index holds. Changes nothing. */
import type { FileSource, WorkspaceIndex } from '../indexing/ports.js';
import type { Excluded } from '../model/excluded-files.js';
import type { IndexedPart, PathOnDisk, PathReport } from '../model/path-report.js';

interface ExplainPathDependencies {
  readonly source: Pick<FileSource, 'inspect' | 'survey'>;
  readonly index: Pick<WorkspaceIndex, 'reader' | 'writer' | 'completedAt'>;
}

const nothing: IndexedPart = { files: 0, chunks: 0, skipped: 0, since: null, until: null };

export async function explainPath(
  { source, index }: ExplainPathDependencies,
  absolutePath: string,
  signal: AbortSignal,
): Promise<PathReport> {
  const onDisk = await source.inspect(absolutePath);
  const { path, type } = onDisk;
  const indexed = path === null ? nothing : index.reader.indexedAt(path);
  const common = { absolutePath, path, type, indexed };
  if (type === 'folder' && path !== null) {
    const excluded = indexed.files > 0 ? null : onDisk.excluded;
    if (excluded) return { ...common, excluded, file: null, below: null };
    const { accepted, rules, isWhole } = await source.survey(path, signal);
    const below = { rules, isWhole, notYet: accepted.filter((file) => index.writer.fileState(file) === null).length };
    return { ...common, excluded: indexed.files === 0 && below.notYet > 0 ? notYet(index.completedAt) : null, file: null, below };
  }
  return { ...common, ...explainFile(index, onDisk), below: null };
}

function explainFile(index: ExplainPathDependencies['index'], onDisk: PathOnDisk): Pick<PathReport, 'excluded' | 'file'> {
  const { path, excluded, stats } = onDisk;
  const record = path ? index.reader.file(path) : null;
  if (!path || !record || excluded) return { excluded: excluded ?? notYet(index.completedAt), file: null };
  if (record.problem !== null) return { excluded: { kind: 'content', rule: record.problem }, file: null };
  const state = index.writer.fileState(path);
  const isCurrent =
    record.origin === 'buffer' || (stats !== null && state?.sizeBytes === stats.sizeBytes && state.mtimeMs === stats.mtimeMs);
  return { excluded: null, file: { role: record.role, origin: record.origin, isCurrent } };
}

function notYet(completedAt: number | null): Excluded {
  const since =
    completedAt === null ? 'nothing has been indexed yet' : `last comparison with the disk: ${new Date(completedAt).toISOString()}`;
  return { kind: 'notYet', rule: `no rule excludes it, but it is not in the index (${since})` };
}
