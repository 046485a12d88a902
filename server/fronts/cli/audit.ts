/** `audit`: what the audit log holds, since a time. */
import type { AuditEntry, AuditLogs } from '../../core/model/audit.js';
import { counted } from '../../core/model/progress.js';
import { UsageError } from '../read-options.js';
import type { Flags } from './flags.js';
import { printJson, printText } from './print.js';

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };
const defaultSince = '1d';
/** Places of one entry that are printed; `--json` has all. */
const maxPlaces = 5;

export async function audit(flags: Flags, words: readonly string[], logs: AuditLogs): Promise<number> {
  if (words.length > 0) throw new UsageError(`audit: unexpected argument ${JSON.stringify(words[0])}; expected --since 2d`);
  const entries = logs.read(startOf(flags.since ?? defaultSince));
  if (flags.json) printJson(entries);
  else if (entries.length === 0) printText(`nothing is recorded in ${logs.folder}; the setting auditDays turns the log on`);
  else for (const entry of entries) printText(describe(entry));
  return 0;
}

/** Milliseconds since 1970 of `90m`, `2h`, `2d`, `1w` ago, or of a date. */
function startOf(since: string): number {
  const [, number, unit] = /^(\d{1,6})([mhdw])$/.exec(since) ?? [];
  const at = number === undefined ? Date.parse(since) : Date.now() - Number(number) * (units[unit as string] as number);
  if (Number.isNaN(at) || (number === undefined && !/^\d{4}-\d\d-\d\d/.test(since)))
    throw new UsageError(`--since: expected a time such as 90m, 2h, 2d, 1w, or a date such as 2026-11-22, got ${JSON.stringify(since)}`);
  return at;
}

function describe({ at, front, name, workspace, action, question, places, error }: AuditEntry): string {
  const shown = places.slice(0, maxPlaces).map(({ path, startLine, endLine }) => `  ${path}:${startLine}-${endLine}`);
  const more = places.length > maxPlaces ? [`  and ${counted(places.length - maxPlaces, 'places')} more`] : [];
  const outcome = error === undefined ? counted(places.length, 'places') : `failed: ${error}`;
  return [
    `${at}  ${front} ${name}  ${workspace.join(', ')}`,
    `  ${action} ${JSON.stringify(question)}: ${outcome}`,
    ...shown,
    ...more,
  ].join('\n');
}
