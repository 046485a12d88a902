/** Positions of declarations in the workspace: the positions of their names. */
import {
  isArrowFunction,
  isBinaryExpression,
  isClassExpression,
  isExportAssignment,
  isFunctionExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isPropertyDeclaration,
  isSourceFile,
  isVariableDeclaration,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import type { NodeHandle, Project } from 'typescript/unstable/async';
import type { Target } from '../../../../core/code-graph/facts.js';
import type { WorkspacePath } from '../../../../core/model/file.js';
import { LineIndex } from '../../../../util/text.js';
import { pathToUri } from '../../../../util/uri.js';
import type { WorkspacePathOf } from '../fact-source.js';
import { memoized } from './memoized.js';

/** At the end of declaration files that a build has written. */
const mapComment = /^\/\/# sourceMappingURL=\S+\s*$/m;

interface DeclaringFile {
  readonly path: WorkspacePath | null;
  readonly lines: LineIndex;
}

export class DeclaringFiles {
  readonly #pathOf: WorkspacePathOf;
  /** Syntax trees that are being fetched. */
  readonly #fetching = new Map<string, Promise<SourceFile | undefined>>();
  #files = new WeakMap<SourceFile, DeclaringFile>();
  /** Total size of the files whose syntax trees were fetched. */
  characters = 0;
  /** Declaration files of a build with a source map, which the checker does not follow. */
  readonly mapped = new Set<WorkspacePath>();

  constructor(pathOf: WorkspacePathOf) {
    this.#pathOf = pathOf;
  }

  /** The syntax trees were dropped. */
  forget(): void {
    this.#files = new WeakMap();
    this.characters = 0;
  }

  /** Null for packages and the language's library: their files are large and not fetched. */
  async nodeOf(handle: NodeHandle, project: Project): Promise<Node | null> {
    const { path } = handle;
    if (isForeign(path)) return null;
    const key = `${project.id} ${path}`;
    await memoized(this.#fetching, key, () => project.program.getSourceFile(path)).finally(() => this.#fetching.delete(key));
    return (await handle.resolve(project)) ?? null;
  }

  /** Null outside of the workspace. */
  targetOf(declaration: Node): Target | null {
    const source = declaration.getSourceFile();
    const { path, lines } = this.fetched(source);
    if (path === null) return null;
    const name = nameOf(declaration);
    const start = isSourceFile(name) ? 0 : name.getStart(source);
    const line = lines.lineAt(start);
    return { path, line, character: start - lines.offsetOf(line) };
  }

  fetched(source: SourceFile): DeclaringFile {
    let file = this.#files.get(source);
    if (!file) {
      this.characters += source.end;
      file = { path: this.#pathOf(pathToUri(source.fileName)), lines: new LineIndex(source.text) };
      this.#files.set(source, file);
      if (file.path !== null && source.isDeclarationFile && mapComment.test(source.text.slice(-200))) this.mapped.add(file.path);
    }
    return file;
  }
}

const isForeign = (path: string): boolean => path.includes('/node_modules/') || path.startsWith('bundled:');

/** The name of a declaration; the declaration itself if it has none. */
function nameOf(declaration: Node): Node {
  const { name } = declaration as Node & { readonly name?: Node };
  if (name) return name;
  const { parent } = declaration;
  // `const name = () => …`, `name: function () …`.
  if (isArrowFunction(declaration) || isFunctionExpression(declaration) || isClassExpression(declaration))
    return isVariableDeclaration(parent) || isPropertyAssignment(parent) || isPropertyDeclaration(parent) || isBinaryExpression(parent)
      ? nameOf(parent)
      : declaration;
  // `exports.name = …` and `this.name = …` of JavaScript.
  if (isBinaryExpression(declaration)) return nameOf(declaration.left);
  if (isPropertyAccessExpression(declaration)) return declaration.name;
  return isExportAssignment(declaration) && isIdentifier(declaration.expression) ? declaration.expression : declaration;
}
