/** What all campaigns share: their form, random numbers, and a workspace of generated code. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface CampaignOptions {
  /** A folder for everything that the campaign writes. */
  readonly base: string;
  /** The same seed makes the same inputs. */
  readonly seed: number;
  /** Called before each round; false ends the campaign. */
  readonly goesOn: () => boolean;
  readonly log: (line: string) => void;
}

export interface CampaignReport {
  readonly figures: Readonly<Record<string, number | string>>;
  /** Each is a defect, with what is needed to repeat it. */
  readonly findings: readonly string[];
}

export type Campaign = (options: CampaignOptions) => Promise<CampaignReport>;

export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, below). */
  below(below: number): number;
  pick<T>(from: readonly T[]): T;
}

/** Numbers that depend on the seed alone. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, pick: (from) => from[below(from.length)] as (typeof from)[number] };
}

const verbs = ['open', 'close', 'send', 'fetch', 'parse', 'store', 'render', 'merge', 'refund', 'archive'];
const nouns = ['Invoice', 'Socket', 'Pixel', 'Ledger', 'Token', 'Route', 'Cache', 'Signal', 'Voucher', 'Matrix'];

export const wordsOfCode: readonly string[] = [...verbs, ...nouns];

/** The text of a generated file: functions that call those of other files. */
export function codeOf(file: number, version: number): string {
  const functions = Array.from({ length: 6 }, (_, i) => {
    const name = verbs[(file + i) % 10] + (nouns[(file * 3 + i) % 10] as string) + file;
    const callee = verbs[(file + i + version) % 10] + (nouns[((file + 1) * 3 + i) % 10] as string) + (file + 1);
    return `/** Version ${version}: will ${verbs[(i + version) % 10]} the ${nouns[(file + i) % 10]?.toLowerCase()}. */
export function ${name}(amount: number): number {
  if (amount > ${version}) return ${callee}(amount - ${i});
  return amount * ${file};
}`;
  });
  return `${functions.join('\n\n')}\n`;
}

export function writeCode(folder: string, file: number, version: number): void {
  const path = join(folder, `src/part${file}.ts`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, codeOf(file, version));
}

/** Fifty questions about generated code. */
export const questions: readonly string[] = Array.from({ length: 50 }, (_, i) => {
  const [verb, noun] = [verbs[i % 10] as string, nouns[(i * 7) % 10] as string];
  return i % 3 === 0
    ? `${verb}${noun}${i % 12}`
    : i % 3 === 1
      ? `where do we ${verb} the ${noun.toLowerCase()}`
      : `who calls ${verb}${noun}${i % 12}`;
});
