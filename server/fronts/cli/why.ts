/** `why PATH …`: whether a file or folder is indexed, and if not, which rule excludes it. Reads only. */
import { lstatSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { describeRules, type ExclusionKind } from '../../core/model/excluded-files.js';
import type { PathReport } from '../../core/model/path-report.js';
import { counted } from '../../core/model/progress.js';
import { UsageError } from '../read-options.js';
import type { Invocation } from './flags.js';
import { printJson, printText } from './print.js';

/** What to do about each kind of rule, or what it is. */
const hints: Readonly<Partial<Record<ExclusionKind, string>>> = {
  builtIn: 'default exclude',
  size: '--max-file-bytes or the setting maxFileBytes',
  forgotten: 'unforget takes it back',
  content: 'read and skipped',
  notYet: 'index brings the index up to date',
};

/** Exit code 0 where every path is indexed, else 1. */
export async function why({ words, flags, folder, open }: Invocation): Promise<number> {
  if (words.length === 0) throw new UsageError('why: expected files or folders');
  const engine = await open({ readOnly: true });
  const reports: PathReport[] = [];
  for (const word of words) reports.push(await engine.explainPath(absolutePath(word, folder)));
  if (flags.json) printJson(reports.map(reportJson));
  else for (const [i, report] of reports.entries()) printText(describe(words[i] as string, report, folder));
  return reports.every(({ excluded }) => excluded === null) ? 0 : 1;
}

/** Relative to the workspace, or to the current folder where that leads to something else in the workspace. */
function absolutePath(word: string, workspace: string): string {
  const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  const [below, here] = [resolve(workspace, word), resolve(word)];
  return !exists(below) && here.startsWith(workspace + sep) && exists(here) ? here : below;
}

const dateOf = (ms: number | null): string => (ms === null ? 'never' : new Date(ms).toISOString());

function describe(word: string, { type, excluded, indexed, file, below }: PathReport, workspace: string): string {
  const lines: string[] = [];
  const { files, chunks, since, until, skipped } = indexed;
  if (excluded) {
    const hint = hints[excluded.kind];
    const where = excluded.kind === 'outside' ? ` ${workspace}` : '';
    lines.push(`${word}: not indexed: ${excluded.rule}${where}${hint ? ` (${hint})` : ''}`);
    if (files > 0 && excluded.kind !== 'content')
      lines.push(
        `  the index still holds ${counted(chunks, 'chunks')} of ${since === until ? dateOf(since) : `${counted(files, 'files')}`}`,
      );
  } else if (type === 'folder') {
    if (files === 0 && below?.rules.length === 0) return `${word}: holds no files`;
    const times = since === until ? `at ${dateOf(since)}` : `between ${dateOf(since)} and ${dateOf(until)}`;
    lines.push(`${word}: ${counted(files, 'files')} indexed, ${counted(chunks, 'chunks')}, ${times}`);
    if (skipped > 0) lines.push(`  ${counted(skipped, 'files')} skipped`);
  } else {
    const from = file?.origin === 'buffer' ? ' with the unsaved text of an editor' : '';
    const role = file && file.role !== 'source' ? ` as ${file.role}` : '';
    lines.push(`${word}: indexed${role}, ${counted(chunks, 'chunks')}, since ${dateOf(since)}${from}`);
    if (file && !file.isCurrent) lines.push('  changed on disk since then');
  }
  if (below && below.rules.length > 0) lines.push(`  not indexed: ${describeRules(below)}`);
  if (below && below.notYet > 0 && !excluded) lines.push(`  not indexed yet: ${counted(below.notYet, 'files')} that no rule excludes`);
  return lines.join('\n');
}

const reportJson = ({ absolutePath: path, path: workspacePath, type, excluded, indexed, file, below }: PathReport) => ({
  path,
  workspacePath,
  type,
  indexed: excluded === null,
  reason: excluded,
  files: indexed.files,
  chunks: indexed.chunks,
  skipped: indexed.skipped,
  indexedSince: indexed.since === null ? null : dateOf(indexed.since),
  indexedUntil: indexed.until === null ? null : dateOf(indexed.until),
  ...file,
  ...(below && { below }),
});
