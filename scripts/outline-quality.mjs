// `npm run quality:outlines -- FOLDER… [--list LANGUAGE] [--files N]`: by language, files whose outline has syntax errors left, and names that
// lines declare by their look and that are no symbols there. Names in strings and in macro definitions count too, so some always remain.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { languageOf, languageOfHeader } from '../dist/server/core/model/language.js';
import { createOutliner } from '../dist/server/io/syntax/outline.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'string' }, files: { type: 'string', default: '60' } },
});
if (positionals.length === 0) throw new Error('expected folders of repositories');

const script = [
  /^(?:export\s+)?(?:default\s+)?(?:async\s+)?function\*?\s+(\w+)/,
  /^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\s+(\w+)/,
  /^export\s+(?:const|let|var|enum|interface|type|namespace)\s+(\w+)/,
];
const c = [/^(?:struct|enum|union)\s+(\w+)\s*\{\s*$/, /^(?:[\w*]+\s+)*[\w*]+[ *]+(\w+)\([^;{}"]*\)\s*\{/];
/** Lines that declare a name. */
const declared = {
  c,
  cpp: [...c, /^(?:template\s*<[^>]*>\s*)?class\s+(?:[A-Z_]+\s+)?(\w+)\s*(?::[^:;(){}]*)?\{?\s*$/],
  csharp: [
    /^\s*(?:(?:public|private|protected|internal|static|sealed|abstract|partial|readonly)\s+)+(?:class|interface|enum|record|struct)\s+(\w+)/,
  ],
  go: [/^func\s+(?:\([^)]*\)\s*)?(\w+)/, /^type\s+(\w+)/],
  haskell: [/^(?!module|import|instance|deriving|class)(\w[\w']*)\s*::/],
  java: [/^\s*(?:(?:public|private|protected|static|final|abstract|sealed)\s+)+(?:class|interface|enum|record|@interface)\s+(\w+)/],
  javascript: script,
  kotlin: [
    /^(?:(?:private|internal|public|open|abstract|sealed|data|inline|suspend|override)\s+)*(?:class|interface|object|fun)\s+(\w+)\b(?!\.)/,
  ],
  lua: [/^(?:local\s+)?function\s+(?:[\w.]+[.:])?(\w+)/],
  php: [
    /^\s*(?:(?:abstract|final|readonly)\s+)*(?:class|interface|trait|enum)\s+(\w+)/,
    /^\s*(?:(?:public|private|protected|static|abstract|final)\s+)+function\s+&?(\w+)/,
  ],
  python: [/^\s*(?:async\s+)?def\s+(\w+)/, /^\s*class\s+(\w+)/],
  ruby: [/^\s*(?:class|module)\s+(?:\w+::)*(\w+)/, /^\s*def\s+(?:self\.)?(\w+[?!=]?)/],
  rust: [
    /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:async\s+|unsafe\s+|const\s+)*fn\s+(\w+)/,
    /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|trait|union)\s+(\w+)/,
  ],
  scala: [/^\s*(?:(?:private|protected|final|sealed|abstract|case|implicit|override)\s+)*(?:class|trait|object|enum|def)\s+(\w+)/],
  shellscript: [/^(?:function\s+)?([\w:-]+)\s*\(\)\s*\{?/, /^function\s+([\w:-]+)/],
  swift: [
    /^\s*(?:(?:public|private|internal|fileprivate|open|final|static|package)\s+)+(?:class|struct|enum|protocol|actor|func)\s+(?!func|var)(\w+)/,
  ],
  typescript: script,
  typescriptreact: script,
  zig: [/^\s*(?:pub\s+)?(?:inline\s+|export\s+)?fn\s+(\w+)/],
};
const maxFileBytes = 150_000;
const otherwise = /(?:^|\/)(?:\.git|vendor|third_party|node_modules|testdata|fixtures?|deps)(?:\/|$)/i;

const outliner = await createOutliner();
/** @type {Map<string, { files: number, errors: number, names: number, missing: number }>} */
const sums = new Map();
for (const folder of positionals)
  for (const [language, files] of filesOf(folder)) for (const path of files) await judge(folder, path, language);
console.log('| language | files | with errors | names | no symbols |\n|---|---|---|---|---|');
for (const [language, { files, errors, names, missing }] of [...sums].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`| ${language} | ${files} | ${errors} | ${names} | ${missing} |`);

/** Up to so many files of each language, evenly over the folder. */
function filesOf(folder) {
  const byLanguage = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name));
    const language = entry.isFile() && !otherwise.test(path) ? languageOf(path) : '';
    if (language in declared && statSync(join(folder, path)).size < maxFileBytes)
      byLanguage.set(language, [...(byLanguage.get(language) ?? []), path]);
  }
  const most = Number(values.files);
  for (const [language, all] of byLanguage) {
    const step = Math.max(1, all.length / most);
    byLanguage.set(
      language,
      Array.from({ length: Math.min(most, all.length) }, (_, i) => all[Math.floor(i * step)]),
    );
  }
  return byLanguage;
}

async function judge(folder, path, language) {
  const text = readFileSync(join(folder, path), 'utf8');
  const read = path.endsWith('.h') ? (languageOfHeader(path, text) ?? language) : language;
  const { symbols, hasErrors } = await outliner.outline(text, read);
  const at = new Map();
  for (const { name, nameSpan } of symbols) {
    const row = text.slice(0, nameSpan.start).split('\n').length;
    at.set(row, [...(at.get(row) ?? []), name]);
  }
  const sum = sums.get(language) ?? { files: 0, errors: 0, names: 0, missing: 0 };
  sums.set(language, sum);
  sum.files++;
  if (hasErrors) sum.errors++;
  if (hasErrors && values.list === language) console.log(`${join(folder, path)}: errors`);
  text.split('\n').forEach((line, i) => {
    const name = /^\s*(?:\/\/|#|\*|--)/.test(line) ? undefined : declared[language].map((form) => form.exec(line)?.[1]).find(Boolean);
    if (name === undefined) return;
    sum.names++;
    if (at.get(i + 1)?.some((known) => known.includes(name))) return;
    sum.missing++;
    if (values.list === language) console.log(`${join(folder, path)}:${i + 1}: ${line.trim().slice(0, 120)}`);
  });
}
