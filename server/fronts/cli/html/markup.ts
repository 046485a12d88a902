/**
 * HTML as a tagged template that escapes: what is put into `html` is text unless it is markup made here.
 * Invariant: no other way leads from a string to a page; source code and questions are full of angle brackets.
 */
export class Markup {
  readonly text: string;
  /** For text that is known to be markup: constants of this program. */
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Piece = Markup | string | number | false | null | undefined | readonly Piece[];

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;' };

/** For text and for attribute values in quotes. Control characters that HTML forbids are shown as a replacement character. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'`]/g, (mark) => entities[mark] as string).replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '\ufffd');

export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(strings.reduce((out, text, i) => out + toText(pieces[i - 1]) + text));
}

function toText(piece: Piece): string {
  if (piece instanceof Markup) return piece.text;
  if (Array.isArray(piece)) return piece.map(toText).join('');
  return piece === null || piece === undefined || piece === false ? '' : escapeHtml(String(piece));
}

/** A path that may break after its folders. */
export const breakable = (path: string): Markup => new Markup(path.split('/').map(escapeHtml).join('/<wbr>'));
