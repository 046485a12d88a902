/** What the files of mentions and of definitions say: imports, namespaces, packages, local variables. Each is read once. */
import { remembered } from '../../../../util/remembered.js';
import { LineIndex } from '../../../../util/text.js';
import { type ArgumentLabels, labelsOfMessage, labelsOfNamed } from '../../../model/argument-labels.js';
import type { ChunkRecord } from '../../../model/chunk.js';
import { descriptorOf } from '../../../model/language.js';
import { isFunction } from '../../../model/symbol.js';
import type { EdgeRecord, IndexReader } from '../../ports.js';
import { chunksNamed } from '../neighbours.js';
import { clojureNamespace } from './clojure-namespaces.js';
import { projectUsings } from './csharp-usings.js';
import { isForeign } from './foreign-modules.js';
import { goPackages } from './go-packages.js';
import { isLocalVariable } from './local-variables.js';
import { namesWholePackages, packageIn } from './package-types.js';
import { isPath } from './possible-targets.js';
import { matchQualifier, type Qualifier, readQualifier, scopeOf } from './qualified-scope.js';

/** Files in which local variables are looked for; in further ones a call by name alone means a definition. */
const MAX_TEXTS = 500;
/** Files in which the names of values are read. */
const MAX_NAMING_TEXTS = 200;
/** Characters of a line in which a call is looked for. */
const MAX_LINE = 1_000;

export class MentionFiles {
  /** The package of a file of Go by its path. */
  readonly goPackage: ReturnType<typeof goPackages>;
  readonly #reader: IndexReader;
  readonly #scopes = new Map<number, string[]>();
  readonly #foreign = new Map<string, boolean>();
  readonly #modules = new Map<number, ReadonlySet<string | null>>();
  readonly #imports = new Map<number, Qualifier[]>();
  readonly #texts = new Map<number, string>();
  readonly #lines = new Map<number, readonly number[]>();
  readonly #namespaces = new Map<number, string>();
  readonly #names = new Map<string, boolean>();

  constructor(reader: IndexReader) {
    this.#reader = reader;
    this.goPackage = goPackages(reader);
  }

  scope(record: ChunkRecord): readonly string[] {
    return remembered(this.#scopes, record.id, () => scopeOf(record));
  }

  /** Whether a module that a file names is known to be no part of the workspace. */
  isOfLibrary(module: string, from: ChunkRecord): boolean {
    return remembered(this.#foreign, `${from.fileId} ${module}`, () => isForeign(this.#reader, module, from));
  }

  importsModule(module: string, { fileId, language, path }: ChunkRecord): boolean {
    const own = remembered(this.#modules, fileId, () => new Set(this.#reader.imports(fileId).map((one) => one.module)));
    return own.has(module) || (language === 'csharp' && projectUsings(this.#reader, path).some((names) => names.has(module)));
  }

  /** Whether a file imports something by a name. */
  importsName(name: string, { fileId }: ChunkRecord): boolean {
    return this.#reader.imports(fileId).some((one) => one.name === name);
  }

  /** Whether a file imports something out of what has a name: `use Kind::*`, `use shop::Kind::{Cart}`. */
  importsFrom(owner: string, { fileId }: ChunkRecord): boolean {
    return this.#reader.imports(fileId).some(({ module }) => module?.split('::').at(-1) === owner);
  }

  /** Whether a file imports a definition, or what it is part of. */
  imports(definition: ChunkRecord, from: ChunkRecord): boolean {
    return this.#importsOf(from).some((one) => {
      const { match } = matchQualifier(one, this.scope(definition));
      return match === 'exact' || match === 'path';
    });
  }

  /** What a file imports from the workspace. */
  #importsOf(from: ChunkRecord): readonly Qualifier[] {
    return remembered(this.#imports, from.fileId, () =>
      this.#reader
        .imports(from.fileId)
        .filter(({ module, name }) => !this.isOfLibrary(module === null ? name : `${module}.${name}`, from))
        .flatMap(({ module, name }) => (module === null ? [name] : [module, `${module}.${name}`]))
        .map((imported) => readQualifier(imported, from.path, null)),
    );
  }

  /** What a local variable holds is called, unless the variable is one of the definitions itself. */
  isLocalVariable({ name, line }: EdgeRecord, from: ChunkRecord, definitions: readonly ChunkRecord[]): boolean {
    return (
      isFunction(from.symbolKind) &&
      definitions.some(({ symbolKind }) => symbolKind !== 'macro') &&
      !definitions.some(({ fileId, span }) => fileId === from.fileId && span.start > from.span.start && span.end <= from.span.end) &&
      this.#mayRead(from, MAX_TEXTS) &&
      isLocalVariable(this.#textOf(from), name, line, from)
    );
  }

  /** Labels of the arguments of a call; null in languages without them, and where too many files were read. */
  labels({ kind, name, line }: EdgeRecord, from: ChunkRecord): ArgumentLabels | null {
    if (kind !== 'call' || descriptorOf(from.language)?.hasArgumentLabels !== true || !this.#mayRead(from, MAX_TEXTS)) return null;
    const text = this.#textOf(from);
    const start = remembered(this.#lines, from.fileId, () => new LineIndex(text).starts)[line];
    if (start === undefined) return null;
    const read = descriptorOf(from.language)?.hasMessages ? labelsOfMessage : labelsOfNamed;
    return read(text, name, start, MAX_LINE);
  }

  /** To read how values are called; null where too many files were read. */
  namingText(record: ChunkRecord): string | null {
    return this.#mayRead(record, MAX_NAMING_TEXTS) ? this.#textOf(record) : null;
  }

  #mayRead({ fileId }: ChunkRecord, most: number): boolean {
    return this.#texts.has(fileId) || this.#texts.size < most;
  }

  #textOf({ fileId }: ChunkRecord): string {
    return remembered(this.#texts, fileId, () => this.#reader.fileText(fileId) ?? '');
  }

  /** The first namespace of a file of PHP, C# or Clojure, the package of Java and Kotlin: empty outside of all. */
  namespace({ fileId, language }: ChunkRecord): string {
    const read = (): string => packageIn(this.#reader.fileText(fileId) ?? '');
    return remembered(this.#namespaces, fileId, language === 'clojure' ? () => clojureNamespace(this.#reader, fileId) ?? '' : read);
  }

  /** Java, Kotlin: of the definitions of a name that the file imports, its own and those of the package that the import names. */
  ofImportedPackage(definitions: readonly ChunkRecord[], { name, qualifier }: EdgeRecord, from: ChunkRecord): readonly ChunkRecord[] {
    if (!namesWholePackages.has(from.language) || !isPath(qualifier)) return definitions;
    const isImported = this.#reader
      .imports(from.fileId)
      .some((one) => one.name === name && (one.module === qualifier || one.module === `${qualifier}.${name}`));
    if (!isImported) return definitions;
    return definitions.filter((record) => {
      const own = this.namespace(record);
      return record.fileId === from.fileId || (own !== '' && `${qualifier}.`.startsWith(`${own}.`));
    });
  }

  /** Go: whether the module of a file is known. */
  isOfGoPackage({ language, path }: ChunkRecord): boolean {
    return language === 'go' && this.goPackage(path) !== '';
  }

  /** Go: of definitions those of the package that a qualifier names, or begins with; none where it is no path or the module is unknown. */
  ofGoPackage(definitions: readonly ChunkRecord[], qualifier: string | null, from: ChunkRecord): readonly ChunkRecord[] {
    if (!isPath(qualifier) || !this.isOfGoPackage(from)) return [];
    return definitions.filter(({ path }) => {
      const own = this.goPackage(path);
      return own !== '' && `${qualifier}.`.startsWith(`${own}.`);
    });
  }

  /** Whether anything of the workspace has a name. */
  isOwnName(name: string): boolean {
    return remembered(this.#names, name, () => chunksNamed(this.#reader, [name], 1).size > 0);
  }
}
