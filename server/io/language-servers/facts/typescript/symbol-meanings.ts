/** The definitions of a checker's symbols, cached as long as no text changes. */
import {
  isArrowFunction,
  isClassDeclaration,
  isClassExpression,
  isConstructorDeclaration,
  isFunctionExpression,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { type Symbol as ProgramSymbol, type Project, SymbolFlags } from 'typescript/unstable/async';
import type { Meaning, Target } from '../../../../core/code-graph/facts.js';
import { maxTargets } from '../ask-file-facts.js';
import type { DeclaringFiles } from './declaring-files.js';
import { memoized } from './memoized.js';
import { typesIn } from './property-lookup.js';

const nothing: Meaning = { kind: 'unknown' };

export class SymbolMeanings {
  readonly #files: DeclaringFiles;
  readonly #bySymbol = new Map<number, Promise<Meaning>>();
  readonly #behind = new Map<number, Promise<readonly Target[]>>();

  constructor(files: DeclaringFiles) {
    this.#files = files;
  }

  get size(): number {
    return this.#bySymbol.size;
  }

  /** True: it leads to a file of a build that has a source map. */
  isMapped(meaning: Meaning): boolean {
    return meaning.kind === 'here' && meaning.targets.some(({ path }) => this.#files.mapped.has(path));
  }

  of(symbol: ProgramSymbol, project: Project): Promise<Meaning> {
    return memoized(this.#bySymbol, symbol.id, async () => {
      const origin = await originOf(symbol, project);
      return origin === symbol ? this.#declared(symbol, project) : origin ? this.of(origin, project) : nothing;
    });
  }

  /** What a call runs if that is not the symbol itself: the constructors of a class, or the function in a property or a variable. */
  behind(symbol: ProgramSymbol, project: Project): Promise<readonly Target[]> {
    return memoized(this.#behind, symbol.id, async () => {
      const origin = await originOf(symbol, project);
      if (!origin || origin.flags & (SymbolFlags.Function | SymbolFlags.Method)) return [];
      if (origin.flags & SymbolFlags.Class) return this.#constructors(origin, project);
      if ((await this.of(origin, project)).kind !== 'here' || (await this.#isFunction(origin, project))) return [];
      const members = await typesIn(await project.checker.getTypeOfSymbol(origin));
      const targets: Target[] = [];
      for (const member of members.slice(0, maxTargets)) {
        const called = member.isObjectType() ? await member.getSymbol() : undefined;
        // For a function type the value itself is the target.
        if (!called || called.declarations[0]?.kind === SyntaxKind.FunctionType) continue;
        const meaning = await this.of(called, project);
        if (meaning.kind === 'here') targets.push(...meaning.targets);
        if (called.flags & SymbolFlags.Class) targets.push(...(await this.#constructors(called, project)));
      }
      return targets;
    });
  }

  /** True: its declaration contains the function or its type. */
  async #isFunction({ declarations }: ProgramSymbol, project: Project): Promise<boolean> {
    const node = declarations[0] && (await this.#files.nodeOf(declarations[0], project));
    const { initializer, type } = (node ?? {}) as { readonly initializer?: Node; readonly type?: Node };
    return initializer !== undefined
      ? isFunctionExpression(initializer) || isArrowFunction(initializer)
      : type?.kind === SyntaxKind.FunctionType;
  }

  async #constructors({ declarations }: ProgramSymbol, project: Project): Promise<Target[]> {
    const targets: Target[] = [];
    for (const handle of declarations.slice(0, maxTargets)) {
      const node = await this.#files.nodeOf(handle, project);
      if (!node || !(isClassDeclaration(node) || isClassExpression(node))) continue;
      for (const member of node.members) {
        const target = isConstructorDeclaration(member) ? this.#files.targetOf(member) : null;
        if (target) targets.push(target);
      }
    }
    return targets;
  }

  async #declared({ declarations }: ProgramSymbol, project: Project): Promise<Meaning> {
    if (declarations.length === 0) return nothing;
    const targets: Target[] = [];
    for (const handle of declarations.slice(0, maxTargets)) {
      const node = await this.#files.nodeOf(handle, project);
      const target = node && this.#files.targetOf(node);
      if (target) targets.push(target);
    }
    return targets.length > 0 ? { kind: 'here', targets } : { kind: 'outside' };
  }
}

/** The symbol behind an import; null if its module was not found. */
async function originOf(symbol: ProgramSymbol, { checker }: Project): Promise<ProgramSymbol | null> {
  if ((symbol.flags & SymbolFlags.Alias) === 0) return symbol;
  const origin = await checker.getAliasedSymbol(symbol);
  return (await checker.isUnknownSymbol(origin)) ? null : origin;
}
