/** `doctor`: what works on this machine, what is missing, what that costs and how to get it. */
import { spawnSync } from 'node:child_process';
import { parse } from 'node:path';
import type { Engine } from '../../core/engine/engine-api.js';
import type { Status } from '../../core/model/answer.js';
import { findProgram } from '../../util/find-program.js';
import { whyNoProject } from '../project-folder.js';
import type { Invocation } from './flags.js';
import { languageLines } from './language-lines.js';
import { describeBuilding, describeUse } from './model-lines.js';
import { printJson, printText } from './print.js';

interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'degraded' | 'missing';
  readonly detail: string;
}

export async function doctor({ flags, folder, open }: Invocation): Promise<number> {
  const engine = await open({ readOnly: true });
  const refusal = whyNoProject(folder);
  const listed = refusal === null ? await engine.listFiles() : { files: 0, languages: {} };
  const now = engine.status();
  const isIndexed = now.files > 0 || now.lastIndexedAt !== null;
  const status = isIndexed ? now : { ...now, languages: listed.languages };
  const program = findProgram('git', [folder]);
  const git = program === null ? null : spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 5_000, cwd: parse(program).root });
  // Of many vectors the bytes are searched, which needs no FAISS.
  const isReady = status.vectorIndex.kind !== 'exact';
  const findings: Finding[] = [
    { what: 'node', state: 'ok', detail: process.version },
    refusal === null
      ? {
          what: 'index',
          state: isIndexed && status.problems.length ? 'degraded' : 'ok',
          detail: isIndexed
            ? status.problems.map((p) => p.message).join('; ') ||
              `${status.chunks} chunks of ${status.files} files in ${status.indexFolder}`
            : `not indexed yet, ${listed.files} files (below by their names); the first start or question does that`,
        }
      : { what: 'folder', state: 'missing', detail: refusal },
    ...(await modelFindings(engine)),
    {
      what: 'faiss',
      state: isReady ? 'ok' : 'degraded',
      detail: isReady
        ? `${status.vectorIndex.kind}: ${isIndexed ? status.vectorIndex.reason : 'works'}`
        : `${status.vectorIndex.reason}. Answers are the same, large workspaces slower. To get it: install a C++ compiler and libfaiss (Debian: apt-get install g++ libfaiss-dev), then run "npm run build" in the package's folder`,
    },
    ...sandboxFindings(status.servers),
    git?.status === 0
      ? { what: 'git', state: 'ok', detail: git.stdout.trim() }
      : { what: 'git', state: 'degraded', detail: 'not found: ignore rules are applied by the server itself' },
  ];
  if (flags.json) printJson({ findings, languages: status.languages, servers: status.servers });
  else {
    for (const { what, state, detail } of findings) printText(`${state.padEnd(9)} ${what.padEnd(8)} ${detail}`);
    for (const line of languageLines(status)) printText(line);
  }
  return findings.some((finding) => finding.state === 'missing') ? 1 : 0;
}

/** The servers of the workspace by what restricts them. */
function sandboxFindings(servers: Status['servers']): Finding[] {
  const byDetail = new Map<string, Set<string>>();
  for (const { server, sandbox } of servers) {
    if (sandbox === null) continue;
    const detail = sandbox.command ?? `none, ${sandbox.reason}`;
    byDetail.set(detail, (byDetail.get(detail) ?? new Set()).add(server));
  }
  return [...byDetail].map(([detail, names]) => ({
    what: 'sandbox',
    state: detail.startsWith('none, bubblewrap') ? 'degraded' : 'ok',
    detail: `${[...names].join(', ')}: ${detail}`,
  }));
}

/** Asks one question to learn whether a configured provider and reranker answer. */
async function modelFindings(engine: Engine): Promise<Finding[]> {
  const { model, building, reranker, providers } = engine.status();
  const isEmbedded = providers.every(({ role, name }) => role !== 'embedding' || name !== model.name);
  const used = providers.map((use) => `used so far: ${describeUse(use)}`);
  const findings: Finding[] = [];
  if (building) {
    const detail = `${describeBuilding(building)}. Until it is complete ${model.name} answers; \`index\` makes its vectors`;
    findings.push({ what: 'model', state: 'degraded', detail });
  } else if (isEmbedded) findings.push({ what: 'model', state: 'ok', detail: `${model.name}, embedded, works offline` });
  if (isEmbedded && !reranker) return findings;
  const { problems } = await engine.retrieve({ query: 'where does the program start', limit: 1, related: 0, withText: false });
  const problemOf = (code: string): string | undefined => problems.find((problem) => problem.code === code)?.message;
  if (!isEmbedded) {
    const problem = problemOf('provider');
    const detail = problem ?? [`${model.name}, ${model.dimensions} dimensions, answers`, ...used].join('; ');
    findings.push({ what: 'model', state: problem ? 'degraded' : 'ok', detail });
  }
  if (reranker) {
    const problem = problemOf('reranker');
    findings.push({ what: 'reranker', state: problem ? 'degraded' : 'ok', detail: problem ?? `${reranker} answers` });
  }
  return findings;
}
