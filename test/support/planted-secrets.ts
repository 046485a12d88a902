/** 500 planted secrets of more than 100 kinds, made at run time from a seed; for the tests and the campaign `secrets`. */
import { assignedValues } from './planted/assigned-values.js';
import { issuedTokens, type PlantedKind } from './planted/issued-tokens.js';
import { RandomText } from './planted/random-text.js';

export interface PlantedSecret {
  readonly kind: string;
  /** Path of its file. */
  readonly path: string;
  readonly text: string;
  /** What must not be found anywhere. */
  readonly values: readonly string[];
}

/** @param count number of files; each has one or more values */
export function plantSecrets(seed: number, count = 500): PlantedSecret[] {
  const random = new RandomText(seed);
  const kinds = [...issuedTokens, ...assignedValues];
  return Array.from({ length: count }, (_, i) => plant(kinds[i % kinds.length] as PlantedKind, i, random));
}

function plant({ name, file, text }: PlantedKind, number: number, random: RandomText): PlantedSecret {
  const marked = text(random);
  const values = [...marked.matchAll(/«([^»]*)»/g)].map(([, value]) => value as string);
  return { kind: name, path: `planted/${number}/${file}`, text: `${marked.replace(/[«»]/g, '')}\n`, values };
}
