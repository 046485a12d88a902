// "Where is X defined", in the ways that people ask it.
import { isCallable } from './languages.mjs';

const noun = ({ kind }) =>
  isCallable(kind) ? 'function' : /^(?:struct|interface|enum|trait|protocol|module)$/.test(kind) ? kind : 'class';
const spaced = (name) => (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [name]).join(' ').toLowerCase();

const PHRASES = [
  ({ name }) => `where is ${name} defined`,
  ({ name }) => `definition of ${name}`,
  ({ name }) => name,
  (target) => `${noun(target)} ${target.name}`,
  (target) => `find the ${noun(target)} ${target.name.toLowerCase()}`,
  ({ name }) => `show me ${name}`,
  ({ name }) => `Where does ${name} live?`,
  ({ name }) => `go to ${name}`,
  ({ name }) => `which file has ${name}`,
  ({ name }) => name.toLowerCase(),
  ({ name }) => `${name} implementation`,
  ({ name }) => `Where can I find the source of \`${name}\`?`,
  (target) => `what is ${target.name}`,
  ({ name }) => `how is ${name} implemented?`,
  ({ name, scope }) => (/^[\w.:\\]+$/.test(scope) && !scope.startsWith('__anon') ? `${scope}.${name}` : `declaration of ${name}`),
  (target) => `the ${spaced(target.name)} ${noun(target)}`,
];

/** Names of a single plain English word are asked for too, but not only in lower case: that is any question. */
const isPlain = (name) => !/[a-z\d][A-Z]|_|\d/.test(name);

export function definitions(tree, random, count) {
  const targets = random.shuffled(tree.unique).slice(0, count);
  const phrases = random.shuffled(PHRASES);
  return targets.map((target, i) => {
    let query = phrases[i % phrases.length](target);
    if (isPlain(target.name) && !query.includes(target.name)) query = `where is ${target.name} defined`;
    return { kind: 'definitions', query, targets: [target], needed: target.needed };
  });
}
