// The figures of a comparison, and its differences line by line.

const share = (part, all) => (all ? Number((part / all).toFixed(4)) : null);

export function figuresOf({ symbols, right, ours, theirs, denied, confirmed }) {
  return {
    symbols,
    references: theirs,
    precision: share(right + confirmed, ours),
    confirmedByDefinition: confirmed,
    recall: share(right, theirs),
    deniedByDefinition: denied,
    recallWithoutDenied: share(right, theirs - denied),
  };
}

const verdicts = {
  '-': { true: 'lost', false: 'denied by definition', null: 'no definition' },
  '+': { true: 'confirmed by definition', false: 'not confirmed' },
};

export function lineOf(chunks, { sign, to, from, place, leads }) {
  const said = place ? chunks.lineOf(place).slice(0, 100) : '';
  const where = `${from.name} in ${from.path}:${(place?.line ?? -1) + 1}`;
  return `${sign} ${to.path} ${to.symbol_kind} ${to.qualified ?? to.name} < ${where} [${verdicts[sign][leads]}] ${said}`;
}
