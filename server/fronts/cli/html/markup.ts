/**
 * HTML as an escaping tagged template: values in `html` are escaped unless they are markup made here.
 * Invariant: strings reach a page in no other way; source code and questions are full of angle brackets.
 */
export class Markup {
  readonly text: string;
  /** For constants of this program that are markup. */
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Piece = Markup | string | number | false | null | undefined | readonly Piece[];

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;' };

/** Escapes text and quoted attribute values. Control characters that HTML forbids become a replacement character. */
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

/** A path with line-break opportunities after its folders. */
export const breakable = (path: string): Markup => new Markup(path.split('/').map(escapeHtml).join('/<wbr>'));
