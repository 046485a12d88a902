/**
 * Schemas of tools as clients see and use them: short, since an agent reads all of them in each session, and lenient: `null` is absent, as
 * many models write it, one value stands for a list, a number out of bounds is the nearest one within them, and unknown arguments are named.
 */
import * as z from 'zod';
import { suggestion } from '../../util/nearest.js';
import { describeIssues } from '../describe-issues.js';

/** Validated arguments, with what was changed about them. */
export interface LenientArguments {
  readonly args: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

export function lenientInput<S extends z.ZodObject>(schema: S) {
  const json = z.toJSONSchema(schema, { io: 'input' });
  const bounds = Object.entries(json.properties ?? {}).flatMap(([name, property]) =>
    typeof property === 'object' && property.type === 'integer' ? [{ name, ...property }] : [],
  );
  const types = Object.entries(json.properties ?? {}).map(
    ([name, property]) => [name, typeof property === 'object' ? property.type : ''] as const,
  );
  const read = async (value: unknown) => {
    const given = withoutNulls(value);
    if (!isObject(given)) return schema['~standard'].validate(given);
    const known = onlyKnown(given, new Map(types), json.required ?? []);
    const { args, notes } = within(known.args, bounds);
    const result = schema.safeParse(args);
    if (result.success) return { value: { args: result.data, notes: [...known.notes, ...notes] } };
    const issues = describeIssues(result.error, schema, args).map(({ path, message }) => ({ path: [path], message }));
    return { issues: [...issues, ...known.notes.map((message) => ({ message }))] };
  };
  const { '~standard': standard } = withJsonSchema(schema, briefInput(json as Json));
  return { '~standard': { ...standard, validate: read } } as unknown as Pick<z.ZodType<LenientArguments>, '~standard'>;
}

/** The JSON schema with the fields of an answer, without those of what its lists hold: protocol.md has them, and the text shows them. */
export function briefOutput<S extends z.ZodObject>(schema: S) {
  const { properties, required } = z.toJSONSchema(schema);
  const fields = Object.entries(properties ?? {}).map(([name, one]) => [name, typeOf(one as Json)]);
  return withJsonSchema(schema, { type: 'object', properties: Object.fromEntries(fields), required });
}

const typeOf = ({ type, items }: Json): Json => ({ type, ...(isObject(items) && { items: typeOf(items) }) });

/** The JSON schema without lengths of texts and lists, which only a validator needs. */
function briefInput(node: Json): Json {
  const { $schema, minLength, maxLength, minItems, maxItems, ...kept } = node;
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, isObject(value) ? briefInput(value) : value]));
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

function withJsonSchema<S extends z.ZodObject>(schema: S, json: Json): Pick<S, '~standard'> {
  return { '~standard': { ...schema['~standard'], jsonSchema: { input: () => json, output: () => json } } } as unknown as Pick<
    S,
    '~standard'
  >;
}

const withoutNulls = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null)) : value;

interface Bounds {
  readonly name: string;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

/** The arguments that the tool has, in the types that it takes, and a note for each of the others. */
function onlyKnown(given: Json, types: ReadonlyMap<string, unknown>, required: readonly string[]) {
  const notes: string[] = [];
  const args: Record<string, unknown> = {};
  const missing = required.filter((name) => !(name in given));
  const unknown = Object.keys(given).filter((name) => !types.has(name));
  for (const [name, value] of Object.entries(given)) if (types.has(name)) args[name] = asType(types.get(name), value);
  const [only] = missing;
  for (const name of unknown) {
    // `path` for `paths`: nothing to tell.
    const same = [...types.keys()].find((known) => (known === `${name}s` || name === `${known}s`) && !(known in given));
    if (same !== undefined) args[same] = asType(types.get(same), given[name]);
    else if (only !== undefined && missing.length === 1 && unknown.length === 1 && typeof given[name] === 'string') {
      args[only] = given[name];
      notes.push(`${name} was read as ${only}`);
    } else notes.push(`unknown argument ${name}${suggestion(name, types.keys())}; arguments are ${[...types.keys()].join(', ')}`);
  }
  return { args, notes };
}

/** One value for a list of one, a number for its text, and the text of a number. */
function asType(type: unknown, value: unknown): unknown {
  if (type === 'array' && typeof value === 'string') return [value];
  if (type === 'string' && typeof value === 'number') return String(value);
  if (type === 'integer' && typeof value === 'string' && /^-?\d+$/.test(value)) return Number(value);
  return value;
}

function within(value: Json, bounds: readonly Bounds[]) {
  const notes: string[] = [];
  const args: Record<string, unknown> = { ...value };
  for (const { name, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } of bounds) {
    const given = args[name];
    if (typeof given !== 'number' || Number.isNaN(given)) continue;
    const used = Math.max(minimum, Math.min(maximum, Math.round(given)));
    if (used !== given) notes.push(`${name}: ${used} was used instead of ${given}`);
    args[name] = used;
  }
  return { args, notes };
}
