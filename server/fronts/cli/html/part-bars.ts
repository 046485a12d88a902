/** Score parts as one stacked bar per result: gains side by side, and deductions hatched at the end. */
import type { ScorePart } from '../../../core/model/answer.js';
import { html, type Markup } from './markup.js';
import { fixed } from './numbers.js';

/** Colours of style.ts; the last one is shared by all further parts. */
const COLOURS = 10;
const WIDTH = 1000;

/** One colour per part name on the whole page, the heaviest parts first. */
export type PartColours = ReadonlyMap<string, number>;

export function colourParts(lists: Iterable<readonly ScorePart[]>): PartColours {
  const weight = new Map<string, number>();
  for (const parts of lists) for (const { name, value } of parts) if (value > 0) weight.set(name, (weight.get(name) ?? 0) + value);
  const names = [...weight].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  return new Map(names.map((name, i) => [name, Math.min(i, COLOURS - 1)]));
}

/** The pattern that all bars of the page refer to; included once. */
export const hatchPattern: Markup = html`<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>
<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="7" height="7" fill="var(--card)" fill-opacity=".6"/><rect width="2.6" height="7" fill="var(--bad)"/>
</pattern></defs></svg>`;

const sumOf = (parts: readonly ScorePart[], sign: 1 | -1): number => parts.reduce((sum, { value }) => sum + Math.max(0, sign * value), 0);

/** The length of the longest bar of all lists. */
export const longest = (lists: readonly (readonly ScorePart[])[]): number => Math.max(...lists.map((parts) => sumOf(parts, 1)), 1e-9);

/** `most`: the value of the full width. */
export function stackedBar(parts: readonly ScorePart[], most: number, colours: PartColours): Markup {
  const scale = WIDTH / most;
  let at = 0;
  const positive = parts
    .filter(({ value }) => value > 0)
    .sort((a, b) => (colours.get(a.name) ?? COLOURS) - (colours.get(b.name) ?? COLOURS))
    .map(({ name, value }) => {
      const x = at;
      at += value * scale;
      const colour = colours.get(name) ?? COLOURS - 1;
      const width = fixed(Math.max(0.5, value * scale), 1);
      return html`<rect x="${fixed(x, 1)}" width="${width}" height="12" fill="var(--c${colour})"><title>${`${name} +${fixed(value)}`}</title></rect>`;
    });
  const negative = parts.filter(({ value }) => value < 0);
  const taken = Math.min(at, sumOf(parts, -1) * scale);
  const minus = negative.map(({ name, value }) => `${name} −${fixed(-value)}`).join('\n');
  return html`<svg class="bar" viewBox="0 0 ${WIDTH} 12" preserveAspectRatio="none" role="img" aria-label="${summary(parts)}">${positive}${
    taken > 0 &&
    html`<rect x="${fixed(at - taken, 1)}" width="${fixed(taken, 1)}" height="12" fill="url(#hatch)"><title>${minus}</title></rect>`
  }</svg>`;
}

const summary = (parts: readonly ScorePart[]): string =>
  parts.map(({ name, value }) => `${name} ${value < 0 ? '−' : '+'}${fixed(Math.abs(value), 2)}`).join(', ');

export function legend(colours: PartColours): Markup {
  const shown = [...colours].filter(([, colour]) => colour < COLOURS - 1);
  return html`<ul class="legend">${shown.map(([name, colour]) => html`<li><i style="background:var(--c${colour})"></i>${name}</li>`)}${
    colours.size > shown.length && html`<li><i style="background:var(--c${COLOURS - 1})"></i>other</li>`
  }<li><i class="minus"></i>taken away</li></ul>`;
}

/** The parts as numbers, the largest first. */
export function partList(parts: readonly ScorePart[]): Markup {
  const sorted = [...parts].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  return html`<div class="parts">${sorted.map(
    ({ name, value }) =>
      html`<span>${name}</span><span class="${value < 0 ? 'bad' : ''}">${value < 0 ? '−' : '+'}${fixed(Math.abs(value))}</span>`,
  )}</div>`;
}
