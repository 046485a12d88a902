// Right and wrong, at the level of symbols and lines.
import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';
import { plainLines } from './answer-shape.mjs';

export const BUDGETS = [300, 1000, 3000];
/** A result that holds the target without being it counts up to this many lines, the length of the baseline's windows. */
const NARROW = 50;
/** Fewer results than this admit that there is little. */
const FEW = 3;

const lengthOf = ({ start, end }) => end - start + 1;

/**
 * Whether a place shows a target: same file, over the line that matters (or, without one, over any of the function's lines), and no longer
 * than the target or 50 lines. A part of the target's own body that goes by its name counts too.
 */
export function isRight(place, target) {
  if (place.path !== target.path || lengthOf(place) > Math.max(NARROW, lengthOf(target))) return false;
  const meets = place.start <= target.end && target.start <= place.end;
  if (target.line === null) return meets;
  return (place.start <= target.line && target.line <= place.end) || (meets && target.name !== '' && place.name === target.name);
}

/** The lines of the printed answer that are within the budget, and the paths named there. */
function within(printed, budget) {
  const lines = new Set();
  let tokens = 0;
  let text = '';
  for (const line of printed.split('\n')) {
    tokens += countTokens(`${line}\n`);
    if (tokens > budget) break;
    for (const plain of plainLines(line)) lines.add(plain);
    text += `${line}\n`;
  }
  return { lines, text };
}

/** Share of the needed lines that stand in the printed answer within the budget, under or beside the name of their file. */
export function shownShare(printed, needed, budget) {
  if (!needed.length) return null;
  const { lines, text } = within(printed, budget);
  const shown = needed.filter((line) => text.includes(line.path) && lines.has(line.text.trim().replace(/\s+/g, ' ')));
  return shown.length / needed.length;
}

/** Whether an answer says, in words or by how little it gives, that there is nothing of the kind. */
export const admits = ({ places, doubts }) => doubts || places.filter(({ related }) => !related).length < FEW;

/** Who asks for callers is answered by what belongs to a result, too; the function that is named may stand in front of them. */
const callersFirst = (places, { subject, targets }) =>
  places.filter((place) => !isRight(place, subject) || targets.some((target) => isRight(place, target)));

/**
 * `answers`: one for each of BUDGETS, as `readAnswer` gives them; the last says what is found and in which order.
 * Figures are 0 to 1; null where the question has none of that kind.
 */
export function judge(question, answers) {
  const { places, confidence, doubts } = answers.at(-1);
  const { targets, needed, kind } = question;
  const shown = Object.fromEntries(BUDGETS.map((budget, i) => [`shown${budget}`, shownShare(answers[i].printed, needed, budget)]));
  if (kind === 'absent') {
    const admitted = admits(answers.at(-1)) ? 1 : 0;
    return { ...shown, right1: null, right3: null, both5: null, recall: null, admitted, denied: null, confidence, correct: 0 };
  }
  const direct = question.recall ? callersFirst(places, question) : places.filter(({ related }) => !related);
  const hit = (count) => (direct.slice(0, count).some((place) => targets.some((target) => isRight(place, target))) ? 1 : 0);
  const found = (list) => targets.filter((target) => list.some((place) => isRight(place, target))).length;
  const printed = within(answers.at(-1).printed, BUDGETS.at(-1)).lines;
  const told = (target, i) => places.some((place) => isRight(place, target)) || printed.has(needed[i].text.trim().replace(/\s+/g, ' '));
  return {
    ...shown,
    right1: hit(1),
    right3: hit(3),
    both5: question.all ? Number(found(direct.slice(0, 5)) === targets.length) : null,
    recall: question.recall ? targets.filter(told).length / targets.length : null,
    admitted: null,
    denied: Number(hit(FEW) === 0 && (doubts || direct.length < FEW)),
    confidence,
    correct: hit(1),
  };
}

/** Budgets at which a long question is asked. */
export const FIX_BUDGETS = [2000, 8000];

/**
 * A question whose answer is the lines of a fix. `answers`: one for each of FIX_BUDGETS; the last says what is found and in which order.
 * @returns 0 to 1: a changed file first and among five files, a changed function among ten results, shares of the changed lines shown
 */
export function judgeFix({ targets, needed }, answers) {
  const places = answers.at(-1).places.filter(({ related }) => !related);
  const files = [...new Set(places.map(({ path }) => path))];
  const isChanged = (path) => needed.some((line) => line.path === path);
  return {
    file1: Number(files.slice(0, 1).some(isChanged)),
    file5: Number(files.slice(0, 5).some(isChanged)),
    function10: Number(places.slice(0, 10).some((place) => targets.some((target) => isRight(place, target)))),
    ...Object.fromEntries(FIX_BUDGETS.map((budget, i) => [`shown${budget}`, shownShare(answers[i].printed, needed, budget)])),
  };
}

/** Expected calibration error (Naeini et al., 2015) in ten bins of equal width. Rows without a confidence are left out. */
export function calibrationError(rows) {
  const known = rows.filter(({ confidence }) => typeof confidence === 'number');
  const bins = Array.from({ length: 10 }, () => []);
  for (const row of known) bins[Math.min(9, Math.floor(row.confidence * 10))].push(row);
  const mean = (list, key) => list.reduce((sum, row) => sum + row[key], 0) / list.length;
  return bins.reduce(
    (sum, bin) => (bin.length ? sum + (bin.length / known.length) * Math.abs(mean(bin, 'confidence') - mean(bin, 'correct')) : sum),
    0,
  );
}
