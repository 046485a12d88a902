// The figures of a comparison, and its differences line by line.

import { formOf } from './causes.mjs';

const share = (part, all) => (all ? Number((part / all).toFixed(4)) : null);

export function figuresOf({ symbols, right, ours, theirs, denied, unnamed, confirmed }) {
  return {
    symbols,
    edges: ours,
    references: theirs,
    precision: share(right + confirmed, ours),
    confirmedByDefinition: confirmed,
    recall: share(right, theirs),
    deniedByDefinition: denied,
    recallWithoutDenied: share(right, theirs - denied),
    ofLibraries: unnamed,
    recallInWorkspace: share(right, theirs - unnamed),
  };
}

const verdicts = {
  '-': { true: 'lost', false: 'denied by definition', null: 'no definition' },
  '+': { true: 'confirmed by definition', false: 'not confirmed' },
};
const verdictOf = ({ sign, leads }) => verdicts[sign][leads];

/** How many differences there are of each sign, verdict and form, most first. */
export function causesOf(chunks, differences) {
  const counts = new Map();
  for (const difference of differences) {
    const cause = `${difference.sign} ${verdictOf(difference)}: ${formOf(chunks, difference)}`;
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1]));
}

export function lineOf(chunks, difference) {
  const { sign, to, from, place } = difference;
  const said = place ? chunks.lineOf(place).slice(0, 100) : '';
  const where = `${from.name} in ${from.path}:${(place?.line ?? -1) + 1}`;
  const name = `${to.symbol_kind} ${to.qualified ?? to.name}`;
  return `${sign} ${to.path} ${name} < ${where} [${verdictOf(difference)}; ${formOf(chunks, difference)}] ${said}`;
}
