/**
 * Ranking: every candidate gets a score that is a sum of named parts, then the list is made diverse. Pure.
 * The weights were chosen on the development half of the benchmark, cross-validated by repository;
 * docs/quality.md has the table.
 */

import { wordsOf } from '../chunking/words.js';
import type { Anchor, ScorePart } from '../model/answer.js';
import type { FileRole } from '../model/file.js';
import type { SymbolKind } from '../model/symbol.js';
import type { AnalysedQuery } from './analyse-query.js';
import type { Candidate } from './search.js';

export interface Ranked {
  readonly candidate: Candidate;
  readonly score: number;
  readonly parts: readonly ScorePart[];
}

export const weights = {
  semantic: 1,
  lexical: 1,
  /** A bare name is found by its letters, hardly by meaning. */
  semanticForName: 0.4,
  lexicalForName: 1,
  identifier: 1.6,
  identifierFolded: 1.1,
  container: 0.3,
  fuzzy: 0.4,
  compound: 0.35,
  stem: 0.5,
  stemIsName: 0.5,
  folder: 0.15,
  nameWords: 0.35,
  fileSupport: 0.25,
  sameFile: 0.5,
  anchor: 0.2,
  path: 1.5,
};

/** What a question rarely asks for counts less, unless it asks for just that. */
const roleFactor: Readonly<Record<FileRole, number>> = {
  source: 1,
  script: 0.9,
  declaration: 0.7,
  documentation: 0.55,
  configuration: 0.55,
  example: 0.5,
  test: 0.4,
  legacy: 0.5,
  vendored: 0.4,
  generated: 0.3,
};
const roleWords: Partial<Record<FileRole, RegExp>> = {
  test: /\b(?:tests?|testing|specs?|assert\w*|mock\w*|fixtures?)\b/i,
  documentation: /\b(?:docs?|documentation|readme|guide|tutorial|changelog|markdown)\b/i,
  configuration: /\b(?:config\w*|settings?|ya?ml|json|toml|workflow|ci|package|dependenc\w+)\b/i,
  example: /\b(?:examples?|demo|samples?)\b/i,
  generated: /\bgenerated\b/i,
  vendored: /\b(?:vendor\w*|third.party)\b/i,
  legacy: /\b(?:legacy|deprecated|compat\w*)\b/i,
  script: /./,
};
const definitionKinds = new Set<SymbolKind>([
  'class',
  'interface',
  'struct',
  'enum',
  'trait',
  'type',
  'function',
  'method',
  'constructor',
  'macro',
  'component',
  'namespace',
  'module',
  'impl',
]);

const fileOf = (path: string): { stem: string; folders: string } => {
  const slash = path.lastIndexOf('/');
  return { stem: path.slice(slash + 1).replace(/(?<=.)\.[^.]*$/, ''), folders: slash < 0 ? '' : path.slice(0, slash) };
};

/** Share of `words` (weighted by `weight`) that stand in `text`; a stem counts for its inflections. */
function overlap(words: readonly string[], weight: (word: string) => number, text: string): number {
  const have = wordsOf(text).split(' ');
  let hit = 0;
  let total = 0;
  for (const word of words) {
    const w = weight(word);
    total += w;
    if (have.some((other) => other === word || sameStem(other, word))) hit += w;
  }
  return total ? hit / total : 0;
}

/** `parse`, `parser`, `parsing`: one is a prefix of the other, but for an ending. */
export function sameStem(a: string, b: string): boolean {
  const n = Math.min(a.length, b.length);
  if (n < 4 || Math.abs(a.length - b.length) > 4) return false;
  let i = 0;
  while (i < n && a[i] === b[i]) i++;
  return i >= Math.max(4, n - 2) && i >= Math.max(a.length, b.length) - 4;
}

/** Share of the file's own words that the question names: 1 for `store` of `create store`. */
function covered(words: readonly string[], text: string): number {
  const have = wordsOf(text).split(' ').filter(Boolean);
  if (!have.length) return 0;
  const parts = have.length > 1 ? have.slice(0, -1) : have;
  return parts.filter((other) => words.some((word) => other === word || sameStem(other, word))).length / parts.length;
}

/**
 * @param frequency documents that hold a word, for weighing the question's words against each other
 * @param total documents in all
 */
export function rank(
  query: AnalysedQuery,
  candidates: readonly Candidate[],
  frequency: ReadonlyMap<string, number>,
  total: number,
  anchor: Anchor | null,
): Ranked[] {
  const rarity = (word: string) => Math.log(1 + total / (1 + (frequency.get(word) ?? 0)));
  const best = candidates.reduce((max, c) => Math.max(max, c.semantic), 0) || 1;
  const files = new Map<string, { stem: number; folder: number; stemIsName: number }>();
  const fileScore = (path: string) => {
    let known = files.get(path);
    if (!known) {
      const { stem, folders } = fileOf(path);
      const share = overlap(query.words, rarity, stem);
      known = {
        stem: share * 0.5 + share * covered(query.words, stem) * 0.5 + (share > 0 ? 0.35 * covered(query.words, stem) : 0),
        folder: overlap(query.words, rarity, folders),
        stemIsName: 0,
      };
      files.set(path, known);
    }
    return known;
  };
  const scored = candidates.map((candidate): Ranked => {
    const { record } = candidate;
    const parts: ScorePart[] = [];
    const add = (name: string, value: number) => {
      if (value !== 0) parts.push({ name, value });
    };
    add('semantic', Math.max(0, candidate.semantic / best) * (query.isName ? weights.semanticForName : weights.semantic));
    add('lexical', candidate.lexical * (query.isName ? weights.lexicalForName : weights.lexical));
    const definition = record.symbolKind !== null && definitionKinds.has(record.symbolKind);
    if (candidate.name) add(`name:${candidate.name}`, weights[candidate.name] * (definition ? 1 : 0.6));
    const file = fileScore(record.path);
    add('file name', file.stem * weights.stem);
    add('folder', file.folder * weights.folder);
    if (record.name && record.kind === 'symbol') {
      const share = overlap(query.words, rarity, record.qualifiedName);
      add('name words', share * covered(query.words, record.name) * weights.nameWords);
    }
    if (candidate.name === 'identifier' && overlap([record.name.toLowerCase()], () => 1, fileOf(record.path).stem)) {
      add('file named after it', weights.stemIsName);
    }
    if (anchor) add('near the anchor', nearness(anchor, record.path) * weights.anchor);
    for (const { path, line } of query.paths) {
      if (record.path === path || record.path.endsWith(`/${path}`) || path.endsWith(`/${record.path}`)) {
        const hit = line !== null && line >= record.lines.start && line < record.lines.end;
        add('path in question', weights.path * (line === null || !hit ? 1 : 1 + 1 / (1 + Math.log(record.lines.end - record.lines.start))));
        break;
      }
    }
    const sum = parts.reduce((s, part) => s + part.value, 0);
    const exempt = roleWords[record.role]?.test(query.text) ?? false;
    if (!exempt) add(`role:${record.role}`, sum * (roleFactor[record.role] - 1));
    return { candidate, parts, score: parts.reduce((s, part) => s + part.value, 0) };
  });
  return diversify(supportFiles(scored));
}

/** 1 in the same file, less with each folder between. */
function nearness(anchor: Anchor, path: string): number {
  if (anchor.path === path) return 1;
  const a = anchor.path.split('/');
  const b = path.split('/');
  let same = 0;
  while (same < a.length - 1 && same < b.length - 1 && a[same] === b[same]) same++;
  return 0.6 / (1 + (a.length - 1 - same) + (b.length - 1 - same));
}

/** A file with several good chunks lifts its best ones: it is about the question, not only touched by it. */
function supportFiles(scored: readonly Ranked[]): Ranked[] {
  const byFile = new Map<number, number[]>();
  for (const { candidate, score } of scored) {
    const list = byFile.get(candidate.record.fileId);
    if (list) list.push(score);
    else byFile.set(candidate.record.fileId, [score]);
  }
  const support = new Map<number, number>();
  let most = 0;
  let top = 0;
  for (const [file, list] of byFile) {
    list.sort((a, b) => b - a);
    top = Math.max(top, list[0] as number);
    const sum = list.slice(0, 3).reduce((s, v) => s + v, 0);
    support.set(file, sum);
    most = Math.max(most, sum);
  }
  if (!most) return [...scored];
  return scored.map((ranked) => {
    const value = ((support.get(ranked.candidate.record.fileId) as number) / most) * top * weights.fileSupport;
    return { ...ranked, score: ranked.score + value, parts: [...ranked.parts, { name: 'file support', value }] };
  });
}

/** Best first; each further chunk of a file already listed counts half of the one before (R6, diversity). */
function diversify(scored: readonly Ranked[]): Ranked[] {
  const order = [...scored].sort((a, b) => b.score - a.score || a.candidate.record.id - b.candidate.record.id);
  const seen = new Map<number, number>();
  const out = order.map((ranked) => {
    const file = ranked.candidate.record.fileId;
    const count = seen.get(file) ?? 0;
    seen.set(file, count + 1);
    if (!count) return ranked;
    const value = ranked.score * (weights.sameFile ** count - 1);
    return { ...ranked, score: ranked.score + value, parts: [...ranked.parts, { name: 'same file', value }] };
  });
  return out.sort((a, b) => b.score - a.score || a.candidate.record.id - b.candidate.record.id);
}
