/**
 * Rows of the embedding table that are not stored but made from a key's hash: identifiers as a whole and words of other
 * scripts, of which there are too many to list. Also the hash of word pairs. Layout: training/MODEL_FORMAT.md.
 */

/** Slot of a pair of word ids in an open-addressed table, before masking. */
export function pairHash(a: number, b: number): number {
  const h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  return (h ^ (h >>> 15)) >>> 0;
}

/** Accents off, compatibility forms to plain ones. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

/** Adds ±weight by the bits of the key's hash: FNV-1a over the UTF-16 bytes, mixed anew for each 32 dimensions. */
export function addHashRow(into: Float64Array, key: string, weight: number, dimensions: number): void {
  let h = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) {
    const c = key.charCodeAt(i);
    h = Math.imul(h ^ (c & 255), 0x01000193);
    h = Math.imul(h ^ (c >>> 8), 0x01000193);
  }
  for (let block = 0; block * 32 < dimensions; block++) {
    let x = (h + Math.imul(block + 1, 0x9e3779b9)) | 0;
    x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
    x ^= x >>> 16;
    for (let bit = 0; bit < 32 && block * 32 + bit < dimensions; bit++)
      into[block * 32 + bit] = (into[block * 32 + bit] as number) + ((x >>> bit) & 1 ? weight : -weight);
  }
}
