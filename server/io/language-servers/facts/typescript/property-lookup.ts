/** Properties of types that are unions more often than not. */
import { isPropertyAssignment, isStringLiteral, type Node, type ObjectLiteralExpression, SyntaxKind } from 'typescript/unstable/ast';
import { type Symbol as ProgramSymbol, type Project, type Type, TypeFlags } from 'typescript/unstable/async';
import { memoized } from './memoized.js';

/** A union of more is a table of names. */
const maxMembers = 32;
/** So many properties are had with one question for all that the type has. */
const listedFrom = 3;

/** What a literal says of itself, e.g. `kind: 'circle'`: tells which member of a union it is. */
export type LiteralValues = ReadonlyMap<string, string | boolean>;

export function literalValues(literal: ObjectLiteralExpression): LiteralValues {
  const told = new Map<string, string | boolean>();
  for (const one of literal.properties) {
    if (!isPropertyAssignment(one)) continue;
    const { name, initializer } = one as Node & { name: Node & { text?: string }; initializer: Node };
    const value = valueIn(initializer);
    if (name.text !== undefined && value !== undefined) told.set(name.text, value);
  }
  return told;
}

function valueIn(node: Node): string | boolean | undefined {
  if (isStringLiteral(node)) return node.text;
  return node.kind === SyntaxKind.TrueKeyword ? true : node.kind === SyntaxKind.FalseKeyword ? false : undefined;
}

/** The members of a union; any other type is its only one. */
export const typesIn = async (type: Type | undefined): Promise<readonly Type[]> =>
  type?.isUnionType() ? ((await type.getTypes()) ?? []) : type ? [type] : [];

/** Remembers what it has asked. */
export class PropertyLookup {
  readonly #project: Project;
  readonly #members = new Map<number, Promise<readonly Type[]>>();
  readonly #tables = new Map<number, Promise<ReadonlyMap<string, ProgramSymbol>>>();
  readonly #symbols = new Map<string, Promise<ProgramSymbol | undefined>>();
  readonly #values = new Map<number, Promise<ReadonlySet<unknown> | null>>();

  constructor(project: Project) {
    this.#project = project;
  }

  /** Of each name, those of all members of the type that have it and agree with what was told. */
  async of(type: Type, names: readonly string[], told: LiteralValues): Promise<readonly (readonly ProgramSymbol[])[]> {
    const members = await this.#membersOf(type);
    if (names.length >= listedFrom) await Promise.all(members.map((member) => this.#tableOf(member)));
    const agreeing = members.length > 1 && told.size > 0 ? await this.#agreeing(members, told) : members;
    return Promise.all(
      names.map(async (name) => {
        const found = await Promise.all(agreeing.map((member) => this.#symbol(member, name)));
        return [...new Set(found.filter((symbol) => symbol !== undefined))];
      }),
    );
  }

  #membersOf(type: Type): Promise<readonly Type[]> {
    return memoized(this.#members, type.id, async () => {
      // Of what is not known yet, its bounds.
      const bound = type.flags & TypeFlags.Instantiable ? await this.#project.checker.getBaseConstraintOfType(type) : type;
      return (await typesIn(bound)).filter(hasProperties).slice(0, maxMembers);
    });
  }

  #tableOf(type: Type): Promise<ReadonlyMap<string, ProgramSymbol>> {
    return memoized(this.#tables, type.id, async () => {
      const symbols = await this.#project.checker.getPropertiesOfType(type);
      return new Map(symbols.map((symbol) => [symbol.name, symbol]));
    });
  }

  async #agreeing(members: readonly Type[], told: LiteralValues): Promise<readonly Type[]> {
    const agree = await Promise.all(
      members.map(async (member) => {
        for (const [name, value] of told) {
          const symbol = await this.#symbol(member, name);
          const values = symbol && (await this.#valuesOf(symbol));
          if (values && !values.has(value)) return false;
        }
        return true;
      }),
    );
    const agreeing = members.filter((_, i) => agree[i]);
    return agreeing.length > 0 ? agreeing : members;
  }

  async #symbol(type: Type, name: string): Promise<ProgramSymbol | undefined> {
    const table = this.#tables.get(type.id);
    if (table) return (await table).get(name);
    return memoized(this.#symbols, `${type.id} ${name}`, () => this.#project.checker.getPropertyOfType(type, name));
  }

  /** The values that a property may have where its type names them one by one; else null. */
  #valuesOf(symbol: ProgramSymbol): Promise<ReadonlySet<unknown> | null> {
    return memoized(this.#values, symbol.id, async () => {
      const type = await this.#project.checker.getTypeOfSymbol(symbol);
      if (!type) return null;
      const types = await typesIn(type);
      if (!types.every(({ flags }) => flags & TypeFlags.Unit)) return null;
      return new Set(types.map((one) => (one.isBooleanLiteralType() || one.isStringLiteralType() ? one.value : null)));
    });
  }
}

const hasProperties = ({ flags }: Type): boolean => (flags & (TypeFlags.Primitive | TypeFlags.AnyOrUnknown | TypeFlags.Never)) === 0;
