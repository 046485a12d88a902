// What the embedded model was trained on, and the repositories that are kept apart for judging.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../native/places.mjs';

/** Nothing is tuned, tested or measured on these: other benchmarks judge by them. */
export const KEPT_APART =
  'flask redis gin fmt zod express sphinx sympy astropy pylint pytest requests xarray seaborn sqlfluff flipt navidrome vuls nodebb ansible qutebrowser openlibrary tutanota django scikit-learn matplotlib docusaurus'.split(
    ' ',
  );

/** By name in lower case, without the owner: whether the model was trained on a repository, or it was held out of the training. */
function readTrainingData() {
  const rows = readFileSync(join(root, 'training', 'TRAINING_DATA.md'), 'utf8').matchAll(/^\| [\w.-]+\/([\w.-]+) \|.*$/gm);
  return new Map([...rows].map(([row, name]) => [name.toLowerCase(), /held out/.test(row) ? 'held out' : 'trained']));
}
const trainingData = readTrainingData();

/** 'trained', 'held out' (in the corpus, but not trained on) or 'not in the corpus'. */
export const trainingOf = (name) => trainingData.get(name.toLowerCase()) ?? 'not in the corpus';

export const isTrained = (name) => trainingOf(name) === 'trained';
