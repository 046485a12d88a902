/**
 * Checks what the documents refer to: repository paths in backticks exist, relative links lead to files, and their anchors to headings.
 * A path counts when it starts with a folder of the repository and holds no placeholder. Build outputs (`dist/`) are not checked.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import picomatch from 'picomatch';
import { packageRoot } from '../../server/util/package-root.js';

const topFolders = ['server', 'test', 'scripts', 'docs', 'clients', 'fixtures', 'training', '.ci', '.github'];

/** Files of the repository, and folders with a slash at the end, as paths with `/`. Build outputs and packages are left out. */
const repository: readonly string[] = ['', ...topFolders.map((folder) => `${folder}/`)].flatMap((folder) => below(folder));
const documents = repository.filter((path) => path.endsWith('.md') && !path.startsWith('fixtures/'));

function below(folder: string): string[] {
  if (!existsSync(join(packageRoot, folder))) return [];
  const entries = readdirSync(join(packageRoot, folder), { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => folder + entry.name);
  if (folder === '') return files;
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => `${folder}${entry.name}/`);
  return [folder, ...files, ...folders.flatMap((one) => below(one))];
}

const withoutFences = (text: string): string => text.replace(/^(```+|~~~+).*?^\1\s*$/gms, '');
const withoutCode = (text: string): string => withoutFences(text).replace(/`[^`\n]*`/g, '');

/** The anchors that GitHub gives to the headings of a document. */
function anchors(text: string): Set<string> {
  const seen = new Map<string, number>();
  const found = new Set<string>();
  for (const [, heading = ''] of withoutFences(text).matchAll(/^#{1,6} +(.+)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    found.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return found;
}

function holds(glob: string): boolean {
  const matches = picomatch(glob);
  return repository.some((path) => matches(path));
}

/** `server/protocol/mcp-NAME.ts` stands for any such file. */
const isPlaceholder = (path: string): boolean => /[A-Z]{3}/.test(path.replace(/[^/]*\.(?:md|txt)$/, ''));

test('paths of the repository that documents name exist', () => {
  const missing: string[] = [];
  let count = 0;
  for (const path of documents) {
    for (const [, code = ''] of withoutFences(readFileSync(join(packageRoot, path), 'utf8')).matchAll(/`([^`\n]+)`/g)) {
      if (!/^[\w.-]+\/[\w./@*-]*$/.test(code) || !topFolders.includes(code.split('/')[0] as string) || isPlaceholder(code)) continue;
      count += 1;
      const isThere = code.includes('*') ? holds(code) : repository.includes(code) || repository.includes(`${code}/`);
      if (!isThere) missing.push(`${path}: ${code}`);
    }
  }
  assert.deepEqual(missing, []);
  assert.ok(count > 50, `only ${count} paths were found`);
});

test('source files that documents for developers name exist', () => {
  const missing: string[] = [];
  for (const path of documents.filter((path) => /^(?:ARCHITECTURE\.md|CONTRIBUTING\.md|docs\/decisions\/)/.test(path))) {
    for (const [, name = ''] of readFileSync(join(packageRoot, path), 'utf8').matchAll(/`([\w./-]+\.(?:ts|mjs))`/g))
      if (!isPlaceholder(name) && !repository.some((one) => one === name || one.endsWith(`/${name}`))) missing.push(`${path}: ${name}`);
  }
  assert.deepEqual(missing, []);
});

test('the indexes of the documents link to every page', () => {
  for (const folder of ['docs/', 'docs/decisions/']) {
    const index = readFileSync(join(packageRoot, folder, 'README.md'), 'utf8');
    const pages = documents.filter((path) => dirname(path) === folder.slice(0, -1)).map((path) => posix.basename(path));
    for (const page of pages) assert.ok(page === 'README.md' || index.includes(`](${page})`), folder + page);
  }
});

test('relative links lead to files and their anchors to headings', () => {
  const broken: string[] = [];
  let count = 0;
  for (const path of documents) {
    for (const [, target = ''] of withoutCode(readFileSync(join(packageRoot, path), 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/i.test(target)) continue;
      count += 1;
      const [file = '', anchor] = target.split('#');
      const to = file === '' ? path : posix.join(dirname(path), file);
      if (!repository.includes(to) && !repository.includes(`${to}/`)) broken.push(`${path}: ${target}`);
      else if (anchor && !anchors(readFileSync(join(packageRoot, to), 'utf8')).has(anchor))
        broken.push(`${path}: ${target} has no such heading`);
    }
  }
  assert.deepEqual(broken, []);
  assert.ok(count > 50, `only ${count} links were found`);
});

test('tests that docs/security.md names exist', () => {
  const text = readFileSync(join(packageRoot, 'docs/security.md'), 'utf8');
  const section = text.slice(text.indexOf('\n## Server by server'), text.indexOf('\n## Flags of C and C++'));
  const lastCells = [...section.matchAll(/^\|.*\| ([^|]*) \|$/gm)].map(([, cell = '']) => cell);
  const names = lastCells.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name as string));
  assert.ok(names.length > 10);
  for (const name of names) assert.ok(holds(`test/**/${name}.test.ts`), name);
});
