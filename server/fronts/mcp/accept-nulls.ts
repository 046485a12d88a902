/** A schema that accepts `null` as absent, as many models write it, without a change of its JSON schema. */
import type { z } from 'zod';

export function acceptNulls<S extends z.ZodObject>(schema: S) {
  const { validate, ...standard } = schema['~standard'];
  return { '~standard': { ...standard, validate: (value: unknown) => validate(withoutNulls(value)) } } as Pick<S, '~standard'>;
}

const withoutNulls = (value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
    : value;
