/** Names of components that are files: `RecipeCard` for RecipeCard.vue and recipe-card.vue, `Card` for card/index.vue. */
import { stemOf } from './file.js';

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `recipe-card` and `RecipeCard` as the name `RecipeCard`. */
export const pascalCase = (name: string): string => (name.match(/[\p{L}\p{N}_$]+/gu) ?? []).map(capital).join('');

/** The component of a file, by its path or by the module that an import names; '' where the path holds no name. */
export function componentName(path: string): string {
  return pascalCase(ownName(path));
}

/** The stem of a file, of `card/index.vue` the folder. */
function ownName(path: string): string {
  const stem = stemOf(path);
  return stem === 'index' ? (path.split('/').at(-2) ?? '') : stem;
}

/** The name of a default export that has none. */
export const NAMELESS = 'default';

/** What importing files call the nameless default export of a file of JavaScript: `FlowTable` for FlowTable.tsx, `Card` for card/index.tsx and my-card.jsx. */
export function defaultExportName(path: string): string {
  const own = ownName(path);
  const name = /\.[jt]sx$/.test(path) ? pascalCase(own) : own;
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : NAMELESS;
}
