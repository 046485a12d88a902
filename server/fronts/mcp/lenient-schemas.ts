/**
 * Schemas of tools as clients see and use them: short, since an agent reads all of them in each session, and lenient: `null` is absent, as
 * many models write it, and a number out of bounds is the nearest one within them.
 */
import * as z from 'zod';

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
  const read = async (value: unknown) => {
    const { args, notes } = within(withoutNulls(value), bounds);
    const result = await schema['~standard'].validate(args);
    return result.issues ? result : { value: { args: result.value, notes } };
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

function within(value: unknown, bounds: readonly Bounds[]) {
  const notes: string[] = [];
  if (!isObject(value)) return { args: value, notes };
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
