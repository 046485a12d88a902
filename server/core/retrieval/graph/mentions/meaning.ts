/** What a mention means: definitions of its name, or none. Pure. */
import type { ChunkRecord } from '../../../model/chunk.js';
import { distinct } from './possible-targets.js';

/** A mention of a name with more definitions leads nowhere. */
export const MAX_DEFINITIONS = 3;

export interface Meaning {
  /** Overloads included; empty where nothing is meant clearly. */
  readonly targets: readonly ChunkRecord[];
  /** True where another symbol of the name may be meant. */
  readonly isGuess: boolean;
  /** Distinct definitions of the name in the same family of languages. */
  readonly definitions: number;
  /** True where it is known that nothing of the workspace is meant: a variable, a name of a library. */
  readonly isElsewhere?: true;
}

/** None of so many distinct definitions stands out. */
export const nothing = (definitions: number): Meaning => ({ targets: [], isGuess: true, definitions });

/** @param definitions distinct definitions of the name */
export const clearly = (targets: readonly ChunkRecord[], definitions: number, isGuess: boolean): Meaning =>
  distinct(targets) <= MAX_DEFINITIONS ? { targets, isGuess: isGuess || distinct(targets) > 1, definitions } : nothing(definitions);

/** Nothing of the workspace. */
export const elsewhere = (definitions: number): Meaning => ({ ...nothing(definitions), isElsewhere: true });
