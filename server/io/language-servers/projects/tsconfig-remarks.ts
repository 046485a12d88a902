/** What is missing in the configuration of a TypeScript or JavaScript project, and what it costs. Reads files at the top of the workspace only. */
import { dirname, join } from 'node:path';
import { messageOf } from '../../../util/bug.js';
import type { AdapterContext } from '../adapter.js';

interface ProjectConfig {
  readonly extends?: unknown;
  readonly references?: unknown;
}

const lost = 'its options, including path aliases, are unknown';

export function tsConfigRemarks(context: AdapterContext): readonly string[] {
  const remarks: string[] = [];
  const name = ['tsconfig.json', 'jsconfig.json'].find((one) => context.exists(join(context.folder, one)));
  if (name) remarks.push(...configRemarks(context, name));
  else remarks.push('no tsconfig.json at the top of the workspace: files outside of a project are read with default options');
  if (!context.exists(join(context.folder, 'node_modules')) && context.exists(join(context.folder, 'package.json')))
    remarks.push('node_modules is not installed: imports of packages are not resolved, including packages of the workspace');
  return remarks;
}

function configRemarks(context: AdapterContext, name: string): string[] {
  let config: ProjectConfig | null;
  try {
    config = JSON.parse(plainJson(context.readText(join(context.folder, name)) ?? '')) as ProjectConfig | null;
  } catch (error) {
    return [`${name} is not valid (${messageOf(error)}): it is used as far as it could be read; path aliases may be missing`];
  }
  const isThere = (path: string, ...endings: string[]) =>
    ['', ...endings].some((ending) => context.exists(join(context.folder, path + ending)));
  const bases = texts(config?.extends).filter((path) =>
    path.startsWith('.') ? !isThere(path, '.json') : !path.startsWith('/') && !isInPackages(context, path),
  );
  const references = Array.isArray(config?.references) ? config.references : [];
  const gone = references.flatMap((one) => texts(one?.path)).filter((path) => !path.startsWith('/') && !isThere(path, '.json'));
  return [
    ...bases.map((path) => `${name} extends ${path}, which does not exist: ${lost}`),
    ...gone.map((path) => `${name} refers to the project ${path}, which does not exist: ${lost}`),
  ];
}

/** `extends` of a package, searched in node_modules here and above, as TypeScript does. */
function isInPackages(context: AdapterContext, path: string): boolean {
  for (let folder = context.folder; ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules', path);
    if (context.exists(file) || context.exists(`${file}.json`)) return true;
    if (dirname(folder) === folder) return false;
  }
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '');

/** Removes comments and trailing commas, which tsconfig.json may contain. Strings are not changed. */
const plainJson = (text: string): string =>
  text
    .replace(/^\ufeff/, '')
    .replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1')
    .replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g, '$1');
