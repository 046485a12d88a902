/** Whether confidence means something: of the answers given with a confidence of 0.8, four in five should be right. Pure. */
import { mean } from './summarise.js';

export interface Certainty {
  readonly confidence: number;
  /** The first result covers an expected place; where nothing is expected, that nothing came. */
  readonly isRight: boolean;
}

interface CalibrationBin {
  readonly from: number;
  readonly to: number;
  readonly questions: number;
  readonly confidence: number;
  readonly right: number;
}

export interface Calibration {
  readonly bins: readonly CalibrationBin[];
  /** Expected calibration error (Naeini et al., 2015): mean distance of confidence and share right, weighted by questions. */
  readonly expectedError: number | null;
  /** Mean squared distance of confidence and outcome (Brier, 1950): lower is better, 0.25 is what always saying 0.5 gets. */
  readonly brier: number | null;
}

/** Five: with ten a hundred questions leave most bins nearly empty. */
const BINS = 5;

export function calibrate(answers: readonly Certainty[]): Calibration {
  const bins = Array.from({ length: BINS }, (_, i): CalibrationBin => {
    const inside = answers.filter(({ confidence }) => Math.min(BINS - 1, Math.max(0, Math.floor(confidence * BINS))) === i);
    return {
      from: i / BINS,
      to: (i + 1) / BINS,
      questions: inside.length,
      confidence: mean(inside.map(({ confidence }) => confidence)) ?? 0,
      right: mean(inside.map(({ isRight }) => (isRight ? 1 : 0))) ?? 0,
    };
  });
  const error = bins.reduce((total, { questions, confidence, right }) => total + questions * Math.abs(confidence - right), 0);
  return {
    bins,
    expectedError: answers.length ? error / answers.length : null,
    brier: mean(answers.map(({ confidence, isRight }) => (confidence - (isRight ? 1 : 0)) ** 2)),
  };
}
