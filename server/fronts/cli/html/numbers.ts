/** How figures are rounded and written, in tables and in reports. */

export const round = (value: number, places = 4): number => {
  const scale = 10 ** places;
  return Math.round(value * scale) / scale;
};

export const fixed = (value: number | null | undefined, places = 3): string =>
  value === null || value === undefined ? '–' : value.toFixed(places);

export const percent = (value: number | null | undefined, places = 1): string =>
  value === null || value === undefined ? '–' : `${(value * 100).toFixed(places)} %`;

export const milliseconds = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

export const count = (value: number): string => Math.round(value).toLocaleString('en-GB');

export const signed = (value: number, write: (value: number) => string): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : '±'}${write(Math.abs(value))}`;
