/** A copy of a JSON-like value without fields that are `undefined`: such a field must not hide another one when objects are merged. */
export function withoutUndefined<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutUndefined) as T;
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(kept.map(([key, field]) => [key, withoutUndefined(field)])) as T;
}
