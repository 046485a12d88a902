/** Project files, which decide how a language server reads the files below them. When one changes, facts there are out of date. */
import type { WorkspacePath } from '../model/file.js';

const typescript = ['typescript', 'typescriptreact', 'javascript', 'javascriptreact'];
const native = ['c', 'cpp', 'cuda-cpp', 'objective-c', 'objective-cpp'];

const table: readonly { readonly name: RegExp; readonly languages: readonly string[] }[] = [
  { name: /^(?:tsconfig|jsconfig)[^/]*\.json$/, languages: typescript },
  { name: /^(?:pyrightconfig\.json|pyproject\.toml)$/, languages: ['python'] },
  { name: /^go\.(?:mod|work)$/, languages: ['go'] },
  { name: /^(?:Cargo\.toml|rust-project\.json)$/, languages: ['rust'] },
  { name: /\.(?:csproj|sln|props)$/, languages: ['csharp'] },
  { name: /^(?:compile_commands\.json|compile_flags\.txt|\.clangd)$/, languages: native },
];

/** The folder (`''` for the top) and the languages that a project file applies to; null for other files. */
export function projectFileScope(path: WorkspacePath): { readonly folder: WorkspacePath; readonly languages: readonly string[] } | null {
  const cut = path.lastIndexOf('/');
  const name = path.slice(cut + 1);
  const found = table.find((entry) => entry.name.test(name));
  return found ? { folder: path.slice(0, Math.max(0, cut)), languages: found.languages } : null;
}
