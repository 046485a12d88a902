// Results that a later run with the same cache folder need not compute again.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What `make` gives, from a file where an earlier run left it. */
export async function kept(file, make) {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const made = await make();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(made));
  return made;
}
