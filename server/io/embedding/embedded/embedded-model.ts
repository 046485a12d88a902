/** The embedded model: all dimensions, or its first ones, which are trained to be used alone. */
import { configurationError } from '../../../core/model/problem.js';
import type { WordFrequencies } from '../../../core/retrieval/ports.js';
import { type StaticDocument, StaticModel } from './static-model.js';

/** What the training optimised besides the whole (training/MODEL_CARD.md). */
const embeddedDimensions: readonly number[] = [64, 128, 256];

export interface EmbeddedModel {
  readonly name: string;
  readonly dimensions: number;
  embedQuery(text: string, corpus?: WordFrequencies): Float32Array;
  /** Writes the unit vector of a document into `out[row * dimensions …]`. */
  embedDocument(document: StaticDocument, out: Float32Array, row: number): void;
}

/** @param dimensions absent: all of them. @throws ContextError('configuration') for a number that the model was not made for. */
export function openEmbeddedModel(file: string, name: string, dimensions?: number): EmbeddedModel {
  const whole = openTable(file, name);
  const model: EmbeddedModel = {
    name,
    dimensions: whole.dimensions,
    embedQuery: (text, corpus) => whole.embedQuery(text, corpus && rarityIn(corpus)),
    embedDocument: (document, out, row) => whole.embedDocument(document, out, row),
  };
  if (dimensions === undefined || dimensions === whole.dimensions) return model;
  if (!embeddedDimensions.includes(dimensions)) {
    throw configurationError(`the embedded model has ${embeddedDimensions.join(', ')} dimensions, not ${dimensions}`);
  }
  const scratch = new Float32Array(whole.dimensions);
  return {
    name,
    dimensions,
    embedQuery(text, corpus) {
      const vector = new Float32Array(dimensions);
      shorten(model.embedQuery(text, corpus), vector, 0);
      return vector;
    },
    embedDocument(document, out, row) {
      scratch.fill(0);
      model.embedDocument(document, scratch, 0);
      shorten(scratch, out, row);
    },
  };

  function shorten(vector: Float32Array, out: Float32Array, row: number): void {
    const head = vector.subarray(0, dimensions);
    const length = Math.hypot(...head) || 1;
    for (let d = 0; d < head.length; d++) out[row * head.length + d] = (head[d] as number) / length;
  }
}

/** The weight of a word or a pair of words of a question in an index, 0.01 to 1: words found everywhere count less. */
export const rarityIn =
  ({ chunks, having }: { readonly chunks: number; having(word: string): number }) =>
  (entry: string): number => {
    // In an empty index nothing is rarer than anything else.
    if (chunks === 0) return 1;
    const count = Math.min(...entry.split(' ').map(having));
    return Math.max(0.01, Math.log(1 + chunks / (count + 1)) / Math.log(1 + chunks)) ** 0.25;
  };

/** A copy of the program without its model is told from a workspace that cannot be read. */
function openTable(file: string, name: string): StaticModel {
  try {
    return StaticModel.open(file, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw configurationError(`the installation is incomplete, its embedding model is missing: install it again (${file})`);
  }
}
