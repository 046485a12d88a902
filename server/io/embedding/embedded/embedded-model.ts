/** The embedded model as the product uses it: whole, or its first dimensions, which are trained to stand alone. */
import { configurationError } from '../../../core/model/problem.js';
import type { WordFrequencies } from '../../../core/retrieval/ports.js';
import { rarityIn, type StaticDocument, StaticModel } from './static-model.js';

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
  const whole = StaticModel.open(file, name);
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
