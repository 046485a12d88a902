/** Cuts text into the pieces within which cl100k_base joins bytes: words, numbers, runs of signs and of blanks. */

const pattern =
  /'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+$|\s*[\r\n]|\s+(?!\S)|\s/uy;

/** The piece of any text that starts at a place. */
export function pieceAt(text: string, from: number): string {
  pattern.lastIndex = from;
  return pattern.exec(text)?.[0] ?? text.slice(from);
}

const none = -1;
const other = 0;
const letter = 1;
const digit = 2;
const blank = 3;
const lineBreak = 4;

const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[\r\n]/.test(char)) return lineBreak;
  if (/\s/.test(char)) return blank;
  return /[A-Za-z]/.test(char) ? letter : /[0-9]/.test(char) ? digit : other;
});

const apostrophe = 0x27;
const space = 0x20;

/** The end of the piece that starts at `from`, in UTF-8: as by `pattern`, only faster; null where characters beyond ASCII decide. */
export function pieceEnd(text: Uint8Array, from: number): number | null {
  const end = asciiEnd(text, from);
  // Blanks look one character further than they reach.
  return isWide(text[from]) || isWide(text[end]) || isWide(text[end + 1]) ? null : end;
}

const isWide = (byte: number | undefined): boolean => byte !== undefined && byte > 127;

function asciiEnd(text: Uint8Array, from: number): number {
  const first = text[from] as number;
  const kind = kinds[first] as number;
  if (first === apostrophe) {
    const size = contraction((text[from + 1] ?? 0) | 0x20, (text[from + 2] ?? 0) | 0x20);
    if (size > 0) return from + size;
  }
  if (kind === letter) return runEnd(text, from + 1, letter);
  if (kind === digit) return Math.min(from + 3, runEnd(text, from + 1, digit));
  const next = from + 1 < text.length ? (kinds[text[from + 1] as number] as number) : none;
  if (kind !== lineBreak && next === letter) return runEnd(text, from + 2, letter);
  if (kind === other || (first === space && next === other)) return runEnd(text, runEnd(text, from + 1, other), lineBreak);
  let end = from;
  let afterBreak = from;
  for (; end < text.length && (kinds[text[end] as number] as number) >= blank; end++) {
    if (kinds[text[end] as number] === lineBreak) afterBreak = end + 1;
  }
  if (end === text.length) return end;
  return afterBreak > from ? afterBreak : Math.max(from + 1, end - 1);
}

function runEnd(text: Uint8Array, from: number, kind: number): number {
  let end = from;
  while (end < text.length && kinds[text[end] as number] === kind) end++;
  return end;
}

/** Length of `'s`, `'ll` and their like by what follows the apostrophe, in small letters; 0 where there is none. */
function contraction(first: number, second: number): number {
  const [d, e, l, m, r, s, t, v] = [0x64, 0x65, 0x6c, 0x6d, 0x72, 0x73, 0x74, 0x76];
  if (first === s || first === d || first === m || first === t) return 2;
  return (first === l && second === l) || (first === v && second === e) || (first === r && second === e) ? 3 : 0;
}
