// Scores a retrieval run against the annotations in fixtures/bench. A target is covered by a result of the same path
// that overlaps its lines (where it has lines); NDCG@10 is binary, its headline figure the mean over repositories.
// Runs are lines of {"repo":"flask","query_id":"flask#3","results":[{"file","start_line","end_line","tokens"}, …]}.
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { makeCounter } from './tokens.mjs';

const BUDGETS = [500, 1000, 2000, 4000, 8000];
const RECALL_AT = [1, 3, 5, 10, 20, 50];
const K = 10;
const BUDGET_RESULTS = 50; // the published token curve reads the 50 best chunks
const COST_CAP = 32_000;

export function loadBenchmark(dir) {
  const annotationsDir = join(dir, 'annotations');
  const { repos } = JSON.parse(readFileSync(join(dir, 'repos.json'), 'utf8'));
  const queries = [];
  for (const repo of repos) {
    const items = JSON.parse(readFileSync(join(annotationsDir, `${repo.name}.json`), 'utf8'));
    items.forEach((item, index) => {
      const targets = [...item.relevant, ...item.secondary].map((t) => {
        const target = typeof t === 'string' ? { path: t } : { ...t };
        return { ...target, resolved: repo.target_paths?.[target.path] ?? target.path };
      });
      queries.push({
        id: `${repo.name}#${index}`,
        repo: repo.name,
        language: repo.language,
        category: item.category,
        query: item.query,
        targets,
      });
    });
  }
  return { dir, repos: new Map(repos.map((r) => [r.name, r])), queries };
}

// --- matching -------------------------------------------------------------

/** Repository-relative path of a result, whatever root it was written against. */
function repoRelative(file, repo, reposRoot) {
  let path = file.replaceAll('\\', '/');
  if (isAbsolute(path)) {
    const roots = [reposRoot && `${reposRoot.replace(/\/$/, '')}/${repo.name}/`, `/${repo.name}/`].filter(Boolean);
    for (const root of roots) {
      const at = path.indexOf(root);
      if (at >= 0) {
        path = path.slice(at + root.length);
        break;
      }
    }
  }
  path = path.replace(/^(\.\/)+/, '');
  const root = repo.benchmark_root;
  return !root || path.startsWith(`${root}/`) ? path : `${root}/${path}`;
}

const spansMeet = (result, target) =>
  target.start_line == null || target.end_line == null || !(result.end_line < target.start_line || result.start_line > target.end_line);

/** Same file, and overlapping lines where the target has a span. */
const strictMatch = (result, target) => result.path === target.resolved && spansMeet(result, target);

/** As published: either path may be a suffix of the other, the result's being relative to the benchmark root. */
function publishedMatch(result, target) {
  const a = result.rootPath;
  const b = target.path.replaceAll('\\', '/');
  return (a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`)) && spansMeet(result, target);
}

// --- metrics --------------------------------------------------------------

/** Binary NDCG: ranks are 1-based, one per target found; two targets on one rank gain once. */
function ndcgAt(ranks, targetCount, k) {
  if (targetCount === 0) return 0;
  const gains = new Set(ranks.filter((r) => r >= 1 && r <= k));
  let dcg = 0;
  for (const rank of gains) dcg += 1 / Math.log2(rank + 1);
  let ideal = 0;
  for (let i = 1; i <= Math.min(k, targetCount); i++) ideal += 1 / Math.log2(i + 1);
  return dcg / ideal;
}

function scoreQuery(query, results, match, tokensOf, wholeOf) {
  const n = query.targets.length;
  const ranks = query.targets.map((t) => results.findIndex((r) => match(r, t)) + 1);
  const found = ranks.filter((r) => r > 0);
  const first = found.length ? Math.min(...found) : 0;
  const score = {
    ndcg10: ndcgAt(found, n, K),
    ndcg5: ndcgAt(found, n, 5),
    mrr10: first && first <= K ? 1 / first : 0,
    first_rank: first || null,
  };
  for (const k of RECALL_AT) score[`recall@${k}`] = found.filter((r) => r <= k).length / n;
  if (tokensOf) {
    // Cumulative tokens in rank order; a budget sees the results that fit whole, in order.
    const cumulative = [];
    let sum = 0;
    for (const r of results.slice(0, BUDGET_RESULTS)) cumulative.push((sum += tokensOf(r)));
    for (const budget of BUDGETS) {
      let fits = cumulative.findIndex((c) => c > budget);
      if (fits < 0) fits = cumulative.length;
      score[`recall@${budget}t`] = found.filter((r) => r <= fits).length / n;
    }
    score.tokens_to_first_hit = first && first <= cumulative.length ? cumulative[first - 1] : COST_CAP;
    score.tokens10 = cumulative[Math.min(K, cumulative.length) - 1] ?? 0;
    score.wholeTokens10 = [...new Set(results.slice(0, K).map((r) => r.path))].reduce((total, path) => total + wholeOf(path), 0);
  }
  return score;
}

const mean = (values) => (values.length ? values.reduce((s, v) => s + v, 0) / values.length : 0);
const METRICS = [
  'ndcg10',
  'ndcg5',
  'mrr10',
  ...RECALL_AT.map((k) => `recall@${k}`),
  ...BUDGETS.map((b) => `recall@${b}t`),
  'tokens_to_first_hit',
  'tokens10',
  'wholeTokens10',
];

/** NDCG@10 of one question, by strict matching. `results`: [{ path, start_line, end_line }], best first. */
export function ndcgOf(query, results, repo) {
  const found = results.map((result) => ({ ...result, path: repoRelative(result.path, repo) }));
  const ranks = query.targets.map((target) => found.findIndex((result) => strictMatch(result, target)) + 1).filter((at) => at > 0);
  return ndcgAt(ranks, query.targets.length, K);
}

function averages(rows) {
  const out = { queries: rows.length };
  for (const m of METRICS) {
    const values = rows.map((r) => r[m]).filter((v) => typeof v === 'number');
    if (values.length) out[m] = mean(values);
  }
  return out;
}

/** 1 - tokens of the first ten results / tokens of their files, each read whole. */
function savedOf(rows) {
  const total = (key) => rows.reduce((sum, row) => sum + (row[key] ?? 0), 0);
  return total('wholeTokens10') > 0 ? 1 - total('tokens10') / total('wholeTokens10') : null;
}

function groupBy(rows, key) {
  const groups = new Map();
  for (const row of rows) groups.set(row[key], [...(groups.get(row[key]) ?? []), row]);
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Mean over repositories of the per-repository means: what the published table shows. */
const repoMacro = (rows, metric) => mean([...groupBy(rows, 'repo').values()].map((g) => mean(g.map((r) => r[metric]))));

export function evaluate({ runs, benchmark, match = 'strict', filter = () => true, reposRoot }) {
  const count = makeCounter();
  const files = new Map();
  const linesOf = (path) => {
    if (!files.has(path)) {
      if (files.size > 4000) files.clear();
      files.set(path, existsSync(path) ? readFileSync(path, 'utf8').split('\n') : null);
    }
    return files.get(path);
  };
  let untokened = 0;
  const tokensOf = (repo) => (r) => {
    if (typeof r.tokens === 'number') return r.tokens;
    const lines = reposRoot && linesOf(join(reposRoot, repo.name, r.path));
    if (!lines) {
      untokened++;
      return 0;
    }
    return (r.tokens = count(`${lines.slice(r.start_line - 1, r.end_line).join('\n')}\n`));
  };
  const whole = new Map();
  /** Tokens of a whole file: what reading it instead would cost. */
  const wholeOf = (repo) => (path) => {
    const file = reposRoot && join(reposRoot, repo.name, path);
    if (!file) return 0;
    if (!whole.has(file)) whole.set(file, existsSync(file) ? count(readFileSync(file, 'utf8')) : 0);
    return whole.get(file);
  };
  const rows = { strict: [], published: [] };
  const missing = [];
  for (const query of benchmark.queries.filter(filter)) {
    const repo = benchmark.repos.get(query.repo);
    const given = runs.get(query.id);
    if (!given) missing.push(query.id);
    const results = (given ?? []).map((r) => {
      const path = repoRelative(r.file, repo, reposRoot);
      const root = repo.benchmark_root;
      return {
        path,
        rootPath: root && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path,
        start_line: r.start_line ?? 1,
        end_line: r.end_line ?? Number.MAX_SAFE_INTEGER,
        tokens: r.tokens,
      };
    });
    for (const [name, matcher] of [
      ['strict', strictMatch],
      ['published', publishedMatch],
    ]) {
      const { id, query: text, category, language } = query;
      rows[name].push({
        id,
        repo: query.repo,
        language,
        category,
        query: text,
        ...scoreQuery(query, results, matcher, tokensOf(repo), wholeOf(repo)),
      });
    }
  }
  const chosen = rows[match];
  if (untokened) for (const row of [...rows.strict, ...rows.published]) for (const m of METRICS) if (/\dt$|okens/.test(m)) delete row[m];
  const table = (key) =>
    Object.fromEntries([...groupBy(chosen, key)].map(([k, g]) => [k, { ...averages(g), ndcg10_repo_mean: repoMacro(g, 'ndcg10') }]));
  const names = new Set(chosen.map((r) => r.repo));
  const byRepo = table('repo');
  const byLanguage = table('language');
  const published = {};
  const publishedPath = join(benchmark.dir, 'published.json');
  if (existsSync(publishedPath)) {
    const tools = JSON.parse(readFileSync(publishedPath, 'utf8')).ndcg10_by_repo;
    for (const [tool, repos] of Object.entries(tools)) {
      const scored = [...names].filter((n) => repos[n]).map((n) => repos[n]);
      const row = { ndcg10: mean(scored.map((r) => r.ndcg10)) };
      for (const category of new Set(chosen.map((r) => r.category))) {
        const values = scored.map((r) => r.by_category?.[category]).filter((v) => v !== undefined);
        if (values.length) row[category] = mean(values);
      }
      published[tool] = row;
    }
    for (const [name, row] of Object.entries(byRepo)) row.semble = tools.semble?.[name]?.ndcg10;
    for (const [language, row] of Object.entries(byLanguage)) {
      row.semble = mean([...names].filter((name) => benchmark.repos.get(name).language === language).map((name) => byRepo[name].semble));
    }
  }
  return {
    match,
    repos: names.size,
    queries: chosen.length,
    missing_queries: missing.length,
    results_without_tokens: untokened,
    headline: {
      'ndcg10 (repo mean, published matching)': repoMacro(rows.published, 'ndcg10'),
      'ndcg10 (repo mean, strict matching)': repoMacro(rows.strict, 'ndcg10'),
      'ndcg10 (query mean, published matching)': mean(rows.published.map((r) => r.ndcg10)),
      'ndcg10 (query mean, strict matching)': mean(rows.strict.map((r) => r.ndcg10)),
    },
    overall: { ...averages(chosen), ndcg10_repo_mean: repoMacro(chosen, 'ndcg10') },
    tokens_saved: savedOf(chosen),
    by_category: table('category'),
    by_language: byLanguage,
    by_repo: byRepo,
    published_ndcg10_same_repos: published,
    rows: chosen,
  };
}
