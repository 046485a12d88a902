// A repository as the questions see it: its code files, what is defined exactly once, and who calls it. Names and their lines come from
// universal-ctags and patterns; only how far a symbol reaches comes from the server's own outlines.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { languageOf } from '../../dist/server/core/model/language.js';
import { createOutliner } from '../../dist/server/io/syntax/outline.js';
import { definitionsByPattern, isAskedKind, isCallAt, isCallable, isComment, languageOfPath } from './languages.mjs';

const NOT_OWN =
  /(?:^|\/)(?:tests?|specs?|__tests__|testing|tst|testdata|fixtures?|examples?|samples?|docs?|documentation|website|vendor|third_?party|external|deps|node_modules|bench(?:marks?)?|perf|fuzz|build|dist|debug|generated|migrations|mocks?|playground|jvmTest|commonTest|jsTest)\/|[._-](?:test|tests|spec|min|pb|generated|bench)\.[^/]+$|(?:Tests?|Spec|Specs)\.[^/.]+$|(?:^|\/)(?:test_[^/]*|conftest)\.py$|\.d\.ts$|(?:^|\/)[\w.-]*(?:Tests?|Benchmarks?)\//;
const MAX_BYTES = 400_000;
const MAX_LINE = 2_000;
/** A function up to this long is wanted whole; of a longer one, and of a type, the line that names it. */
const SHORT = 30;

// Optimising a grammar takes longer than reading these few files with it: 43 s for the one of Go, against 2 s for everything without.
setFlagsFromString('--liftoff-only');
const outliner = await createOutliner();

const git = (folder, ...args) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });

/** Files of the work tree that are code, with their lines. `own`: neither tests nor examples nor somebody else's. */
function codeFiles(folder, language) {
  return git(folder, 'ls-files', '-z')
    .split('\0')
    .flatMap((path) => {
      const found = path && languageOfPath(path);
      const file = join(folder, path);
      const size = found ? statSync(file, { throwIfNoEntry: false })?.size : undefined;
      if (!found || size === undefined || size > MAX_BYTES) return [];
      const lines = readFileSync(file, 'utf8').split(/\r?\n/);
      if (lines.some((line) => line.length > MAX_LINE)) return [];
      const itself = language === 'cpp' && found === 'c' ? 'cpp' : found;
      return [{ path, language: itself, own: itself === language && !NOT_OWN.test(path), lines }];
    });
}

/** All tags of the files: { name, kind, path, line, scope }. */
function tagsOf(folder, files) {
  const read = files.flatMap(({ path, language, lines }) =>
    (definitionsByPattern(language, lines) ?? []).map((definition) => ({ ...definition, path })),
  );
  const others = files.filter(({ language }) => definitionsByPattern(language, []) === null);
  let output;
  try {
    output = execFileSync('ctags', ['-L', '-', '-f', '-', '--output-format=json', '--fields=+neKzs', '--langmap=C++:+.h'], {
      cwd: folder,
      encoding: 'utf8',
      input: others.map(({ path }) => `${path}\n`).join(''),
      maxBuffer: 1 << 29,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  } catch (error) {
    throw new Error(`universal-ctags is needed (Debian: apt-get install universal-ctags): ${error.message}`);
  }
  const tags = output.split('\n').flatMap((row) => {
    const tag = row && JSON.parse(row);
    return tag?._type === 'tag' ? [{ name: tag.name, kind: tag.kind, path: tag.path, line: tag.line, scope: tag.scope ?? '' }] : [];
  });
  return [...read, ...tags];
}

const INTRODUCED =
  /\b(?:def|defp|defmacro|fn|func|fun|function|class|struct|interface|trait|enum|object|protocol|record)\s+(?:\([^)\n]*\)\s*)?(?:[\w:]+[.:])*(\w+[?!]?)|^\s*(?:public|private|protected|internal)\s[\w<>[\],.?\s]*?(\w+)\s*\(/g;

/** How often each name follows a word that introduces a definition. */
function introduced(files) {
  const times = new Map();
  for (const { lines } of files)
    for (const line of lines)
      for (const [, name = '', method = name] of line.matchAll(INTRODUCED)) times.set(method, (times.get(method) ?? 0) + 1);
  return times;
}

/** Lines of code of [start, end] (1-based, inclusive), without comments and the documentation at the head. */
export function codeLines(file, start, end) {
  const found = [];
  let inDoc = false;
  for (let line = start; line <= end; line++) {
    const text = file.lines[line - 1] ?? '';
    if (file.language === 'python') {
      const marks = (text.match(/"""|'''/g) ?? []).length;
      const inside = inDoc || (marks > 0 && /^\s*[rbu]?(?:"""|''')/i.test(text));
      if (marks % 2 === 1) inDoc = !inDoc;
      if (inside) continue;
    }
    if (/\p{L}/u.test(text) && text.trim().length > 3 && !isComment(file.language, text)) found.push({ path: file.path, line, text });
  }
  return found;
}

/** The lines that someone who asks for a definition wants to see. */
function neededLines(file, { line, start, end, kind }) {
  const name = { path: file.path, line, text: file.lines[line - 1] };
  return isCallable(kind) && end - start < SHORT ? codeLines(file, line, end) : [name];
}

const within = (line) => (symbol) => symbol.lines.start < line && line <= symbol.lines.end;
const smallest = (symbols) =>
  symbols.reduce((best, next) => (!best || next.lines.end - next.lines.start < best.lines.end - best.lines.start ? next : best), null);
const FUNCTIONS = new Set(['function', 'method', 'constructor', 'component', 'macro', 'test']);

/** Symbols of a text as the server outlines it. */
export const outlineOf = async (path, text) => (await outliner.outline(text, languageOf(path))).symbols;

/** The innermost function around a line as { path, name, start, end }, or null. */
export function innermostFunction(symbols, path, line) {
  const symbol = smallest(symbols.filter((item) => FUNCTIONS.has(item.kind) && within(line)(item)));
  return symbol && { path, name: symbol.name, start: symbol.lines.start + 1, end: symbol.lines.end };
}

/**
 * Reads the work tree. `unique`: what is defined once, by name, as { name, kind, path, line, start, end, scope, needed }. `enclosing` gives
 * the innermost function around a line, or null.
 */
export async function readTree(folder, language) {
  const files = [];
  for (const file of codeFiles(folder, language)) {
    files.push({ ...file, symbols: await outlineOf(file.path, file.lines.join('\n')) });
  }
  const byPath = new Map(files.map((file) => [file.path, file]));
  const byName = new Map();
  for (const tag of tagsOf(folder, files)) {
    // Imported names, parameters and locals are no definitions to look up.
    if (tag.kind === 'unknown' || tag.kind === 'package' || tag.kind === 'parameter' || tag.kind === 'local') continue;
    const same = byName.get(tag.name);
    if (same) same.push(tag);
    else byName.set(tag.name, [tag]);
  }
  const folded = new Map();
  for (const name of byName.keys()) folded.set(name.toLowerCase(), (folded.get(name.toLowerCase()) ?? 0) + 1);
  const unique = new Map();
  for (const [name, tags] of byName) {
    const [tag] = tags;
    const file = byPath.get(tag.path);
    if (tags.length !== 1 || folded.get(name.toLowerCase()) !== 1 || !file?.own || !isAskedKind(tag.kind, file.language)) continue;
    const text = file.lines[tag.line - 1] ?? '';
    if (!/^[A-Za-z_]\w{3,}[?!]?$/.test(name) || name === 'main' || !text.includes(name)) continue;
    // Guards and switches of the preprocessor are nothing that anyone looks for.
    if (tag.kind === 'macro' && /^\s*#/.test(text) && !text.includes(`${name}(`)) continue;
    const symbol = smallest(
      file.symbols.filter((item) => (item.name === name || item.name.endsWith(`.${name}`)) && within(tag.line)(item)),
    );
    const span = symbol ? { start: symbol.lines.start + 1, end: Math.max(symbol.lines.end, tag.line) } : { start: tag.line, end: tag.line };
    const target = { name, kind: tag.kind, path: tag.path, line: tag.line, scope: tag.scope, ...span };
    unique.set(name, { ...target, needed: neededLines(file, target) });
  }
  const enclosing = (path, line) => innermostFunction(byPath.get(path)?.symbols ?? [], path, line);
  // A definition that the tags miss is still found by the word that introduces it. Of C and C++ such words introduce declarations too.
  if (language !== 'c' && language !== 'cpp') for (const [name, times] of introduced(files)) if (times > 1) unique.delete(name);
  return { folder, language, files, byPath, byName, unique: [...unique.values()], uniqueByName: unique, enclosing };
}

/** Every word of every file that is text, in lower case: what can occur in the repository at all. */
export function wordsOf(folder) {
  const words = new Set();
  for (const path of git(folder, 'ls-files', '-z').split('\0').filter(Boolean)) {
    for (const [word] of path.toLowerCase().matchAll(/[\p{L}\p{N}_]+/gu)) words.add(word);
    const file = join(folder, path);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size > 2_000_000) continue;
    const text = readFileSync(file, 'utf8');
    if (text.includes('\0')) continue;
    for (const [word] of text.matchAll(/[\p{L}\p{N}_]+/gu)) {
      words.add(word.toLowerCase());
      for (const part of word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu) ?? []) words.add(part.toLowerCase());
    }
  }
  return words;
}

/** Calls of functions that are defined once: name to [{ path, line, text, caller }]; `caller` is a function of the repository. */
export function callSites(tree) {
  const calls = new Map();
  for (const file of tree.files) {
    file.lines.forEach((text, i) => {
      for (const match of text.matchAll(/[A-Za-z_]\w*[?!]?/g)) {
        const target = tree.uniqueByName.get(match[0]) ?? tree.uniqueByName.get(match[0].replace(/[?!]$/, ''));
        if (!target || !isCallable(target.kind)) continue;
        const line = i + 1;
        if ((target.path === file.path && target.line === line) || !isCallAt(file.language, text, match.index, target.name)) continue;
        const caller = tree.enclosing(file.path, line);
        if (!caller || caller.name === target.name) continue;
        const list = calls.get(target.name) ?? [];
        list.push({ path: file.path, line, text, caller });
        calls.set(target.name, list);
      }
    });
  }
  return calls;
}
