/** `doctor`: what works on this machine, what is missing, what that costs and how to get it. */
import { spawnSync } from 'node:child_process';
import type { Invocation } from './flags.js';
import { languageLines } from './language-lines.js';
import { modelFindings } from './model-findings.js';

export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'degraded' | 'missing';
  readonly detail: string;
}

export async function doctor({ flags, open }: Invocation): Promise<number> {
  const engine = await open({ readOnly: true });
  const listed = await engine.listFiles();
  const now = engine.status();
  const isIndexed = now.files > 0 || now.lastIndexedAt !== null;
  const status = isIndexed ? now : { ...now, languages: listed.languages };
  const git = spawnSync('git', ['--version'], { encoding: 'utf8', timeout: 5_000 });
  const isFaiss = status.vectorIndex.kind.startsWith('faiss');
  const findings: Finding[] = [
    { what: 'node', state: 'ok', detail: process.version },
    {
      what: 'index',
      state: isIndexed && status.problems.length ? 'degraded' : 'ok',
      detail: isIndexed
        ? status.problems.map((p) => p.message).join('; ') || `${status.chunks} chunks of ${status.files} files in ${status.indexFolder}`
        : `not indexed yet, ${listed.files} files; the first start or question does that`,
    },
    ...(await modelFindings(engine)),
    {
      what: 'faiss',
      state: isFaiss ? 'ok' : 'degraded',
      detail: isFaiss
        ? `${status.vectorIndex.kind}: ${status.vectorIndex.reason}`
        : `${status.vectorIndex.reason}. Answers are the same, large workspaces slower. To get it: install a C++ compiler and libfaiss (Debian: apt-get install g++ libfaiss-dev), then run "npm run build" in the package's folder`,
    },
    git.status === 0
      ? { what: 'git', state: 'ok', detail: git.stdout.trim() }
      : { what: 'git', state: 'degraded', detail: 'not found: ignore rules are applied by the server itself' },
  ];
  if (flags.json) process.stdout.write(`${JSON.stringify({ findings, languages: status.languages, servers: status.servers }, null, 1)}\n`);
  else {
    for (const { what, state, detail } of findings) process.stdout.write(`${state.padEnd(9)} ${what.padEnd(8)} ${detail}\n`);
    for (const line of languageLines(status)) process.stdout.write(`${line}\n`);
  }
  return findings.some((finding) => finding.state === 'missing') ? 1 : 0;
}
