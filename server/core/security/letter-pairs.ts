/** Tells the words of text and identifiers from random letters, by how common their letter pairs are. Pure. */

/**
 * Information of the second letter of a pair, given the first, in bits, at most 9: rows a to z of columns a to z. Counted in the
 * words of 32 public repositories in 20 languages.
 */
const pairBits =
  '95449759597343959332677769386939994592993995473999493969389359448928957359998939851989399499489558599969' +
  '48446579799453866233866469398644792994742794653999695999196539956458943548998929991999399989489575699999' +
  '67455459999442369633969795498829998999993999195799995997187939979669994768699948942499399399389855479959' +
  '25972999399856339957499999494335395976864898335699697644856969654254935446599939872997599489349363499969' +
  '89898899999599999879099999396628693976643994445799595959299549658945984249896939662893399799479356498949' +
  '54563569599343859333969999199919993999594999999999992987499329989449934899699948374799499989929982799769' +
  '6675699969955341963399699949990999499799599979989957';

/** 99 % of random texts of 16 letters have more bits per pair; of the words that are as long as 6 letters few have. Short words vary more. */
const maxWordBits = 5;
const maxShortWordBits = 5.5;

const letter = (text: string, i: number): number => (text.charCodeAt(i) | 32) - 97;

/** Whether letters (ASCII, either case) are a word, or words that are joined. */
export function isWord(letters: string): boolean {
  if (!/[aeiouy]/i.test(letters) || /[^aeiouy]{6}/i.test(letters)) return false;
  if (letters.length < 4) return true;
  let sum = 0;
  for (let i = 1; i < letters.length; i++) sum += Number(pairBits[letter(letters, i - 1) * 26 + letter(letters, i)]);
  return sum / (letters.length - 1) < (letters.length < 6 ? maxShortWordBits : maxWordBits);
}
