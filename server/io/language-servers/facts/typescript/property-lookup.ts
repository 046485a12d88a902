/** Looks up properties of types, which are often unions. */
import { isPropertyAssignment, isStringLiteral, type Node, type ObjectLiteralExpression, SyntaxKind } from 'typescript/unstable/ast';
import { type Symbol as ProgramSymbol, type Project, type Type, TypeFlags } from 'typescript/unstable/async';
import { memoized } from './memoized.js';

/** Members used of a union. */
const maxMembers = 32;
/** From this number of names on, all properties of the type are requested at once. */
const listedFrom = 3;

/** Constant properties of a literal, e.g. `kind: 'circle'`, which select a member of a union. */
type LiteralValues = ReadonlyMap<string, string | boolean>;

export function literalValues(literal: ObjectLiteralExpression): LiteralValues {
  const constants = new Map<string, string | boolean>();
  for (const one of literal.properties) {
    if (!isPropertyAssignment(one)) continue;
    const { name, initializer } = one as Node & { name: Node & { text?: string }; initializer: Node };
    const value = valueIn(initializer);
    if (name.text !== undefined && value !== undefined) constants.set(name.text, value);
  }
  return constants;
}

function valueIn(node: Node): string | boolean | undefined {
  if (isStringLiteral(node)) return node.text;
  return node.kind === SyntaxKind.TrueKeyword ? true : node.kind === SyntaxKind.FalseKeyword ? false : undefined;
}

/** The members of a union; any other type is its only one. */
export const typesIn = async (type: Type | undefined): Promise<readonly Type[]> =>
  type?.isUnionType() ? ((await type.getTypes()) ?? []) : type ? [type] : [];

/** Caches all answers. */
export class PropertyLookup {
  readonly #project: Project;
  readonly #members = new Map<number, Promise<readonly Type[]>>();
  readonly #tables = new Map<number, Promise<ReadonlyMap<string, ProgramSymbol>>>();
  readonly #symbols = new Map<string, Promise<ProgramSymbol | undefined>>();
  readonly #values = new Map<number, Promise<ReadonlySet<unknown> | null>>();

  constructor(project: Project) {
    this.#project = project;
  }

  /** For each name the symbols of all union members that have it and match the literal's constant properties. */
  async of(type: Type, names: readonly string[], constants: LiteralValues): Promise<readonly (readonly ProgramSymbol[])[]> {
    const members = await this.#membersOf(type);
    if (names.length >= listedFrom) await Promise.all(members.map((member) => this.#tableOf(member)));
    const agreeing = members.length > 1 && constants.size > 0 ? await this.#agreeing(members, constants) : members;
    return Promise.all(
      names.map(async (name) => {
        const found = await Promise.all(agreeing.map((member) => this.#symbol(member, name)));
        return [...new Set(found.filter((symbol) => symbol !== undefined))];
      }),
    );
  }

  #membersOf(type: Type): Promise<readonly Type[]> {
    return memoized(this.#members, type.id, async () => {
      // For a type parameter its constraint.
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

  async #agreeing(members: readonly Type[], constants: LiteralValues): Promise<readonly Type[]> {
    const agree = await Promise.all(
      members.map(async (member) => {
        for (const [name, value] of constants) {
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

  /** The possible values of a property if its type lists them; else null. */
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
