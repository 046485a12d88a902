/**
 * Files of Python that import a module, whatever they take from it: of a package `__init__.py` the imports name the folder, and often no
 * symbol of the file. Read from the text.
 */
import type { ChunkRecord } from '../../model/chunk.js';
import { familyOf } from '../../model/language.js';
import type { IndexReader } from '../ports.js';
import type { Step } from './graph-steps.js';
import { moduleOfFile } from './mentions/foreign-modules.js';
import { writtenImport } from './written-import.js';

/** Groups: the dots before a relative module, the module, what is imported from it. */
const FROM = /^[ \t]{0,40}from[ \t]+(\.*)((?:\w[\w.]*)?)[ \t]+import\b[ \t]*(\([^)]{0,4000}\)|[^\n#]*)/gm;
/** Group: the modules. */
const IMPORT = /^[ \t]{0,40}import[ \t]+([^\n#]+)/gm;

export function pythonImporters(reader: IndexReader, module: ChunkRecord): Step[] {
  const name = familyOf(module.language) === 'python' ? moduleOfFile(reader, module.path) : null;
  if (name === null) return [];
  const files = reader.files().filter(({ path, language }) => path !== module.path && familyOf(language) === 'python');
  const own = name.slice(name.lastIndexOf('.') + 1);
  // A relative import within a package, `from . import total`, does not write its name.
  const inside = isPackage(module.path) ? files.filter(({ path }) => path.startsWith(folderOf(module.path))) : [];
  const idsOf = (some: typeof files): number[] => some.map(({ id }) => id);
  const named = reader.fileTexts(idsOf(files), own);
  const beside = reader.fileTexts(idsOf(inside), null);
  return files.flatMap(({ id, path }): Step[] => {
    const text = named.get(id) ?? beside.get(id);
    const at = text === undefined ? -1 : importOf(text, name, packageOf(reader, path));
    return text === undefined || at < 0 ? [] : writtenImport(reader, module, { id, path, text, at }, { name: own, qualifier: name });
  });
}

/** Where a text first imports a module: the offset of the line; -1 where it does not. @param around the package of the text's file */
function importOf(text: string, module: string, around: string): number {
  for (const { index, 0: line, 1: dots = '', 2: below = '', 3: names = '' } of text.matchAll(FROM)) {
    const from = dots ? [above(around, dots.length - 1), below].filter(Boolean).join('.') : below;
    const isIn = from !== '' && module.startsWith(`${from}.`) ? module.slice(from.length + 1) : null;
    const taken = modulesIn(names);
    if (from === module || (isIn !== null && taken.includes(isIn))) return index + line.search(/\S/);
  }
  for (const { index, 1: modules = '' } of text.matchAll(IMPORT)) if (modulesIn(modules).includes(module)) return index;
  return -1;
}

/** The names of a list, without comments and what each is called in the file. */
const modulesIn = (list: string): string[] =>
  list
    .replace(/#[^\n]*|[()\\]/g, '')
    .split(',')
    .map((one) => one.trim().split(/\s/, 1)[0] ?? '');

/** The package of a file: its module without the last segment, or the package that the file is. */
function packageOf(reader: IndexReader, path: string): string {
  const module = moduleOfFile(reader, path) ?? '';
  return isPackage(path) ? module : above(module, 1);
}

const isPackage = (path: string): boolean => /(?:^|\/)__init__\.pyi?$/.test(path);

const above = (module: string, levels: number): string =>
  module
    .split('.')
    .slice(0, levels ? -levels : undefined)
    .join('.');
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
