/** What symbols of a checker mean, remembered as long as no text changes. */
import { isClassDeclaration, isClassExpression, isConstructorDeclaration } from 'typescript/unstable/ast';
import { type Symbol as ProgramSymbol, type Project, SymbolFlags } from 'typescript/unstable/async';
import type { Meaning, Target } from '../../../../core/structure/facts.js';
import { maxTargets } from '../harvest-file.js';
import type { DeclaringFiles } from './declaring-files.js';
import { remembered } from './remembered.js';

const nothing: Meaning = { kind: 'unknown' };

export class Meanings {
  readonly #files: DeclaringFiles;
  readonly #bySymbol = new Map<number, Promise<Meaning>>();
  readonly #constructors = new Map<number, Promise<readonly Target[]>>();

  constructor(files: DeclaringFiles) {
    this.#files = files;
  }

  get size(): number {
    return this.#bySymbol.size;
  }

  /** True: it leads to what a build has written, and the server knows from what. */
  isMapped(meaning: Meaning): boolean {
    return meaning.kind === 'here' && meaning.targets.some(({ path }) => this.#files.mapped.has(path));
  }

  of(symbol: ProgramSymbol, project: Project): Promise<Meaning> {
    return remembered(this.#bySymbol, symbol.id, async () => {
      const origin = await originOf(symbol, project);
      return origin === symbol ? this.#declared(symbol, project) : origin ? this.of(origin, project) : nothing;
    });
  }

  /** The constructors that a class has of its own. */
  constructorsOf(symbol: ProgramSymbol, project: Project): Promise<readonly Target[]> {
    return remembered(this.#constructors, symbol.id, async () => {
      const targets: Target[] = [];
      const { declarations = [] } = (await originOf(symbol, project)) ?? {};
      for (const handle of declarations.slice(0, maxTargets)) {
        const node = await this.#files.nodeOf(handle, project);
        if (!node || !(isClassDeclaration(node) || isClassExpression(node))) continue;
        for (const member of node.members) {
          const target = isConstructorDeclaration(member) ? this.#files.targetOf(member) : null;
          if (target) targets.push(target);
        }
      }
      return targets;
    });
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

/** What an import stands for; null where its module is not found. */
async function originOf(symbol: ProgramSymbol, { checker }: Project): Promise<ProgramSymbol | null> {
  if ((symbol.flags & SymbolFlags.Alias) === 0) return symbol;
  const origin = await checker.getAliasedSymbol(symbol);
  return (await checker.isUnknownSymbol(origin)) ? null : origin;
}
