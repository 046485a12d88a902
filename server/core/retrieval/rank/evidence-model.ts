/** Coefficients of the models of an answer's confidence: written by scripts/answers/fit-confidence.mjs, not by hand. */

export type SignalName =
  | 'named'
  | 'exact'
  | 'single'
  | 'nameless'
  | 'unknown'
  | 'covered'
  | 'bestCovered'
  | 'semantic'
  | 'bestSemantic'
  | 'lexical'
  | 'lead'
  | 'users'
  | 'corrected'
  | 'long'
  | 'path';

export interface Coefficients {
  readonly bias: number;
  readonly weights: Readonly<Record<SignalName, number>>;
}

/** Whether the first result is right. */
export const confidenceModel: Coefficients = {
  bias: -2.9,
  weights: {
    named: 1.24,
    exact: 0.9,
    single: 0.4,
    nameless: -0.21,
    unknown: -1.28,
    covered: 0.75,
    bestCovered: -0.17,
    semantic: 0.09,
    bestSemantic: 0.21,
    lexical: 1.91,
    lead: 1.53,
    users: 0.57,
    corrected: 0.03,
    long: -0.52,
    path: -1.19,
  },
};

/** Whether nothing in the workspace matches. */
export const nothingModel: Coefficients = {
  bias: 3.6,
  weights: {
    named: -1.19,
    exact: -1.17,
    single: 0.72,
    nameless: 0.29,
    unknown: 2.89,
    covered: -1.02,
    bestCovered: -1.27,
    semantic: -2.15,
    bestSemantic: -2.81,
    lexical: -0.91,
    lead: -0.36,
    users: -0.1,
    corrected: -0.16,
    long: -1.14,
    path: 0.18,
  },
};
