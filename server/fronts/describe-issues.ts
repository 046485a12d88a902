/** Describes validation errors: where, what was expected, what came, and the nearest valid word. */
import type { z } from 'zod';
import type { ParamIssue } from '../protocol/errors.js';
import { expectedOneOf, suggestion } from '../util/nearest.js';

const maxIssues = 20;

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** @param schema that made the error @param input that it was made of */
export const describeIssues = (error: z.ZodError, schema: z.ZodType, input: unknown): ParamIssue[] =>
  error.issues.flatMap((issue) => describe(issue, schema, input)).slice(0, maxIssues);

function describe(issue: Issue, schema: z.ZodType, input: unknown): ParamIssue[] {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, path);
    return issue.keys.map((key) => ({
      path: dotted([...path, key]),
      message: `unknown key${suggestion(key, known)}; known keys are ${known.join(', ')}`,
    }));
  }
  const came = valueAt(input, path);
  if (issue.code === 'invalid_value' && typeof came === 'string')
    return [{ path: dotted(path), message: expectedOneOf(issue.values.map(String), came) }];
  if (issue.code === 'invalid_type')
    return [
      {
        path: dotted(path),
        message: came === undefined ? `missing: expected ${issue.expected}` : `expected ${issue.expected}, got ${nameOf(came)}`,
      },
    ];
  return [{ path: dotted(path), message }];
}

const nameOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const valueAt = (input: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) => (value !== null && typeof value === 'object' ? (value as Record<PropertyKey, unknown>)[key] : undefined),
    input,
  );

/** Names of the fields that the object at `path` may have; none if it is no object with known fields. */
function keysAt(schema: z.ZodType, path: Path): string[] {
  let at: z.core.$ZodType | undefined = unwrapped(schema);
  for (const key of path) at = at && unwrapped(childOf(at, key));
  return at && 'shape' in at ? Object.keys(at.shape as object) : [];
}

function childOf(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType | undefined {
  const { shape, element, valueType } = schema._zod.def as {
    readonly shape?: Readonly<Record<PropertyKey, z.core.$ZodType>>;
    readonly element?: z.core.$ZodType;
    readonly valueType?: z.core.$ZodType;
  };
  return shape?.[key] ?? element ?? valueType;
}

/** A schema without its wrappers for optional fields, defaults and transforms. */
function unwrapped(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const { innerType, in: input } = (schema?._zod.def ?? {}) as { readonly innerType?: z.core.$ZodType; readonly in?: z.core.$ZodType };
  const inner = innerType ?? input;
  return inner ? unwrapped(inner) : schema;
}

const dotted = (path: Path): string =>
  path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)), '');
