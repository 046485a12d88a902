// Times every regular expression of server/ on texts that are made of its own characters, at a length and at four times that length.
// Linear time grows fourfold, quadratic time sixteenfold. None may be superlinear, whatever it is applied to.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript6';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [short, long] = [1_000, 4_000];
/** Below this many milliseconds a figure is noise. */
const minMs = 2;
const maxGrowth = 9;
const common = [
  'a',
  'A',
  '0',
  ' ',
  '\t',
  '\n',
  '_',
  '-',
  '.',
  '"',
  "'",
  '/',
  '*',
  '(',
  '<',
  ':',
  '=',
  ',',
  'a ',
  'a.',
  '<a',
  '("',
  '/*',
  'aA',
  '\\',
];
/** How often a suspicion is measured again. */
const repeats = 5;
const afterWord = ['a', ' ', '\t', '\n', '(', 'a.', ', '];

/** `rounds`: with 2, texts that begin with a word of the expression are tried too, which takes some minutes. */
export async function run({ rounds = 1, log }) {
  const found = expressions();
  const slow = [];
  for (const one of found) {
    const worst = worstGrowth(one.regex, rounds > 1 ? 2 : 0);
    if (worst !== null) slow.push({ ...one, ...worst });
  }
  log(`${found.length} regular expressions; superlinear on text of ${long} characters: ${slow.length}`);
  for (const { place, regex, unit, growth, ms } of slow)
    log(`  ${place}: ×${growth.toFixed(1)}, ${ms.toFixed(0)} ms on ${JSON.stringify(unit)}: ${String(regex).slice(0, 100)}`);
  return slow.length === 0;
}

function expressions() {
  const all = [];
  for (const name of readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const path = join(root, 'server', name);
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node) => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        const place = `${relative(root, path)}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
        all.push({ place, regex: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)) });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return all;
}

/** @param firstWords how many words of the expression a text begins with, one after the other */
function worstGrowth(regex, firstWords) {
  // A sticky one is tried at every place, as its callers may.
  const flags = `${regex.flags.replace(/[gy]/g, '')}g`;
  const global = new RegExp(regex.source, flags);
  const literals = [...new Set(regex.source.match(/[a-zA-Z0-9 "'`:=#@*-]{1,12}/g) ?? [])].slice(0, 12);
  let worst = null;
  const measure = (first, unit) => {
    let ms = timeOf(global, text(first, unit, long));
    if (ms < minMs) return;
    const least = Math.max(0.2, timeOf(global, text(first, unit, short)));
    // The collection of garbage counts as well: only what is slow each time is slow.
    for (let n = 0; n < repeats && ms / least > maxGrowth; n++) ms = Math.min(ms, timeOf(global, text(first, unit, long)));
    const growth = ms / least;
    if (growth > maxGrowth && (worst === null || growth > worst.growth)) worst = { unit: first + unit, growth, ms };
  };
  for (const unit of [...common, ...literals]) measure('', unit);
  // What comes first may decide which part of the expression reads the rest.
  for (const literal of literals.slice(0, firstWords))
    for (const unit of [...afterWord, ...literals.slice(0, 3)]) measure(`${literal} `, unit);
  return worst;
}

const text = (first, unit, length) => `${first}${unit.repeat(Math.ceil(length / unit.length))}\u0001`;

/** The better of two runs, in milliseconds of processor time. */
function timeOf(regex, subject) {
  const once = () => {
    const from = process.cpuUsage();
    regex.lastIndex = 0;
    for (let hit = regex.exec(subject); hit; hit = regex.exec(subject)) if (hit[0] === '') regex.lastIndex++;
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1_000;
  };
  return Math.min(once(), once());
}
