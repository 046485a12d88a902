/** The subcommands themselves: each asks the engine and prints, as text for people or as JSON for programs. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Answer, Explanation, Filters, Status } from '../../core/model/answer.js';
import { configurationError } from '../../core/model/problem.js';
import { applyProfile, builtInProfiles } from '../../core/model/profile.js';
import { symbolKinds } from '../../protocol/symbol-kinds.js';
import { messageOf } from '../../util/bug.js';
import { readJsonOption } from '../read-json-option.js';
import { oneOf } from '../read-options.js';
import { renderMarkdown } from '../render-markdown.js';
import { type Flags, type Invocation, isColoured } from './flags.js';
import { languageLines, serverLines } from './language-lines.js';
import { describeBuilding, modelLines } from './model-lines.js';
import { packLine } from './pack-line.js';
import { printError, printJson, printText } from './print.js';
import { renderSymbols, renderTerminal } from './render-terminal.js';
import { fullJson, resultJson, viewOf } from './result-forms.js';
import { edgesComplete, upToDate, waitForIndex } from './up-to-date.js';

function filtersOf(flags: Flags): Filters {
  return {
    ...(flags.language?.length && { languages: flags.language }),
    ...(flags.kind?.length && { kinds: flags.kind.map((kind) => oneOf('kind', symbolKinds, kind)) }),
    ...(flags.path?.length && { paths: flags.path }),
  };
}

/** Skipped files that are listed. */
const MAX_SKIPPED = 20;

const answerJson = (answer: Answer) => ({
  ...answer,
  budgetTokens: Number.isFinite(answer.budgetTokens) ? answer.budgetTokens : null,
  results: answer.results.map(fullJson),
  related: answer.related.map(fullJson),
  needed: answer.needed.map((needed) => ({ ...needed, line: needed.line + 1 })),
  ...(answer.explanation && { explanation: explanationJson(answer.explanation) }),
});

const explanationJson = ({ query, stages }: Explanation) => ({
  query,
  stages: stages.map(({ top, ...stage }) => ({
    ...stage,
    top: top.map(({ path, lines, ...entry }) => ({
      file: path,
      start_line: lines.start + 1,
      end_line: Math.max(lines.start + 1, lines.end),
      ...entry,
    })),
  })),
});

export async function ask({ words, flags, limit, budget, resultTokens, related, wait, folder, open }: Invocation): Promise<number> {
  const query = words.join(' ');
  const filters = filtersOf(flags);
  const engine = await open();
  await waitForIndex(upToDate(engine), wait);
  const isWhole = flags.json || flags.markdown || flags.code || flags.places || flags.explain || flags['explain-html'] !== undefined;
  const asked = {
    query,
    ...(flags.or && { alternatives: flags.or }),
    ...(limit !== undefined && { limit }),
    ...(related !== undefined && { related }),
    ...(budget !== undefined && { budgetTokens: budget }),
    ...(resultTokens !== undefined && { resultTokens }),
    ...(flags.extract && { extract: true }),
    withText: flags.places !== true,
    filters,
    explain: flags.explain ?? flags['explain-html'] !== undefined,
  };
  const answer = await engine.retrieve(applyProfile(asked, isWhole ? { limit: 10, related: 5 } : builtInProfiles.reader));
  if (flags['explain-html'] !== undefined) await writeExplanation(flags['explain-html'], answer, folder);
  if (flags.json) printJson(answerJson(answer));
  else if (flags.markdown) printText(renderMarkdown(answer));
  else printText(renderTerminal(answer, viewOf(flags)));
  return answer.results.length ? 0 : 1;
}

async function writeExplanation(file: string, answer: Answer, workspace: string): Promise<void> {
  const { explainHtml } = await import('./html/explain-html.js');
  try {
    writeFileSync(file, explainHtml(answer, workspace));
  } catch (error) {
    throw configurationError(`--explain-html ${file}: ${messageOf(error)}`);
  }
  printError(`explanation: ${resolve(file)}`);
}

/** A list that is read from the top serves better with many results than with long ones. */
const BATCH_RESULT_TOKENS = 500;

/** The batch form: a JSON array of questions in, one line each out, in order, up to 50 results, no budget. */
export async function batch({ flags, limit, budget, resultTokens, related, open }: Invocation): Promise<number> {
  const questions = readQuestions(flags.queries as string);
  const filters = filtersOf(flags);
  const engine = await open();
  await upToDate(engine);
  for (let index = 0; index < questions.length; index++) {
    const answer = await engine.retrieve({
      query: questions[index] as string,
      limit: limit ?? 50,
      budgetTokens: budget ?? Number.POSITIVE_INFINITY,
      resultTokens: resultTokens ?? BATCH_RESULT_TOKENS,
      reservedTokens: 0,
      related: related ?? 0,
      extract: flags.extract ?? false,
      filters,
    });
    printJson(
      {
        index,
        results: answer.results.map(resultJson),
        ...(answer.related.length > 0 && {
          related: answer.related.map((result) => ({ ...resultJson(result), relation: result.relation, of: result.of })),
        }),
        ...(answer.isIncomplete && { problems: answer.problems }),
      },
      'line',
    );
  }
  return 0;
}

function readQuestions(file: string): string[] {
  const parsed = readJsonOption('--queries', file);
  if (!Array.isArray(parsed)) throw configurationError(`--queries ${file}: expected a JSON array of { "query": … }, got ${typeof parsed}`);
  return parsed.map((item, i) => {
    const query = typeof item === 'string' ? item : (item as { query?: unknown } | null)?.query;
    if (typeof query !== 'string') throw configurationError(`--queries ${file}: entry ${i} has no "query" of type string`);
    return query;
  });
}

export async function symbols({ words, flags, limit, wait, open }: Invocation): Promise<number> {
  const filters = filtersOf(flags);
  const engine = await open();
  await waitForIndex(engine.settled(), wait);
  const answer = await engine.symbols({ query: words.join(' '), limit: limit ?? 20, filters });
  if (flags.json)
    printJson({
      ...answer,
      hits: answer.hits.map(({ lines, ...hit }) => ({
        ...hit,
        start_line: lines.start + 1,
        end_line: lines.end,
        nameLine: hit.nameLine + 1,
      })),
    });
  else printText(renderSymbols(answer, isColoured(flags)));
  return answer.hits.length ? 0 : 1;
}

export async function index({ flags, open }: Invocation): Promise<number> {
  const started = performance.now();
  const engine = await open();
  await engine.settled();
  if (flags.force) await engine.reindex({ force: true });
  await engine.embedded();
  if (flags['with-servers']) await edgesComplete(engine);
  const { files, chunks, symbols: count, skippedCount, problems, model, building, providers, structure, packs } = engine.status();
  const elapsedMs = Math.round(performance.now() - started);
  if (flags.json)
    printJson({ files, chunks, symbols: count, skipped: skippedCount, problems, model, building, providers, structure, packs, elapsedMs });
  else {
    printText(`${files} files, ${chunks} chunks, ${count} symbols, ${skippedCount} files skipped, in ${(elapsedMs / 1000).toFixed(1)} s`);
    const fetched = packLine({ packs, problems });
    if (fetched !== null) printText(fetched);
    for (const { code, incomplete, message } of problems) if (incomplete || code === 'nothingIndexed') printText(message);
    if (flags['with-servers']) for (const line of languageLines(engine.status())) printText(line);
  }
  if (!building) return 0;
  printError(`${model.name} answers; ${describeBuilding(building)}`);
  return 1;
}

/** An index that was never complete is not ready, whoever reads it. */
export const stateText = ({ state, files, lastIndexedAt }: Pick<Status, 'state' | 'files' | 'lastIndexedAt'>, onDisk: number): string =>
  lastIndexedAt === null ? `incomplete: ${files} of ${onDisk} files are indexed` : state;

/** What the index holds, as it is: nothing is indexed for it, and no server that uses the index is disturbed. */
export async function status({ flags, folder, open }: Invocation): Promise<number> {
  const engine = await open({ readOnly: true });
  const listed = await engine.listFiles();
  const now = engine.status();
  if (flags.json) {
    printJson({ ...now, filesOnDisk: listed.files });
    return 0;
  }
  if (now.files === 0 && now.lastIndexedAt === null) {
    printText(`not indexed yet: ${listed.files} files in ${folder}; run "context-language-server index ${folder}"`);
    return 0;
  }
  const languages = Object.entries(now.languages)
    .sort((a, b) => b[1] - a[1])
    .map(([language, files]) => `${language} ${files}`);
  const skipped = now.skippedFiles.slice(0, MAX_SKIPPED);
  printText(
    [
      `state      ${stateText(now, listed.files)}`,
      `index      ${now.indexFolder} (generation ${now.generation})`,
      `compared   ${now.lastIndexedAt === null ? 'not completely yet' : `with the disk at ${new Date(now.lastIndexedAt).toISOString()}`}`,
      `files      ${now.files} of ${listed.files}; ${languages.join(', ')}`,
      `chunks     ${now.chunks}, ${now.symbols} symbols, ${now.references} references, ${now.vectors} vectors`,
      ...modelLines(now),
      `vectors    ${now.vectorIndex.kind}: ${now.vectorIndex.reason}`,
      ...now.servers.flatMap((server) => serverLines(server, now.roots.length > 1)).map((line) => `server     ${line}`),
      ...now.problems.map((problem) => `problem    ${problem.message}`),
      ...now.forgotten.map((path) => `forgotten  ${path}`),
      ...(now.skippedCount ? [`skipped    ${now.skippedCount} files`] : []),
      ...skipped.map(({ path, reason }) => `           ${path}: ${reason}`),
      ...(now.skippedCount > skipped.length ? [`           and ${now.skippedCount - skipped.length} more`] : []),
    ].join('\n'),
  );
  return 0;
}
