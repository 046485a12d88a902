/**
 * Adds one entry to a JSON file that people edit: comments, order, indentation and trailing commas stay as they are, because only text
 * is inserted. Pure.
 */

/** A value in the text: for an object also its members. Offsets are UTF-16; `end` is exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly members: readonly { readonly key: string; readonly keyStart: number; readonly value: Span }[] | null;
  /** Of an object: a comma follows the last member. */
  readonly hasComma: boolean;
}

/**
 * The text with `value` at `path`, or null if there is a value already.
 * @throws Error for a text that is not JSON (comments and trailing commas are allowed), or a parent that is not an object
 */
export function addToJson(text: string, path: readonly string[], value: unknown): string | null {
  if (!text.trim()) return `${JSON.stringify(nested(path, value), null, 2)}\n`;
  let parent = new JsonReader(text).read();
  for (const [depth, key] of path.entries()) {
    if (!parent.members) throw new Error(`expected an object at ${path.slice(0, depth).join('.') || 'the top'}`);
    const found = parent.members.find((member) => member.key === key);
    if (!found) return inserted(text, parent, key, nested(path.slice(depth + 1), value), depth + 1);
    parent = found.value;
  }
  return null;
}

const nested = (path: readonly string[], value: unknown): unknown => path.reduceRight((inner, key) => ({ [key]: inner }), value);

function inserted(text: string, parent: Span, key: string, value: unknown, depth: number): string {
  const members = parent.members ?? [];
  const first = members[0];
  const own = first ? indentBefore(text, first.keyStart) : null;
  const unit = own ? own.slice(0, Math.max(1, Math.floor(own.length / depth))) : '  ';
  const indent = own ?? unit.repeat(depth);
  const entry = `${JSON.stringify(key)}: ${JSON.stringify(value, null, unit)}`.replaceAll('\n', `\n${indent}`);
  const last = members.at(-1);
  if (!last) return `${text.slice(0, parent.start + 1)}\n${indent}${entry}\n${indent.slice(unit.length)}${text.slice(parent.end - 1)}`;
  const comma = parent.hasComma ? text.indexOf(',', afterBlanks(text, last.value.end)) + 1 : last.value.end;
  const at = afterRemark(text, comma);
  return `${text.slice(0, comma)}${parent.hasComma ? '' : ','}${text.slice(comma, at)}\n${indent}${entry}${parent.hasComma ? ',' : ''}${text.slice(at)}`;
}

/** The offset after a comment that ends the line, so that it stays with what it is about. */
function afterRemark(text: string, from: number): number {
  const remark = /[ \t]{0,200}(?:\/\/[^\n]{0,400}|\/\*[^\n]{0,400}?\*\/[ \t\r]{0,200})?(?=\n)/y;
  remark.lastIndex = from;
  return remark.test(text) ? remark.lastIndex : from;
}

/** White space between the start of the line and `at`; null if there is anything else. */
function indentBefore(text: string, at: number): string | null {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return line.trim() === '' ? line : null;
}

/** The offset after white space and comments. */
function afterBlanks(text: string, from: number): number {
  const blanks = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/|\ufeff)*/y;
  blanks.lastIndex = from;
  blanks.exec(text);
  return blanks.lastIndex;
}

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Span {
    const value = this.#value();
    this.#skip();
    if (this.#at < this.#text.length) throw this.#unexpected();
    return value;
  }

  #value(): Span {
    this.#skip();
    const start = this.#at;
    if (this.#text[start] === '{') return this.#object(start);
    if (this.#text[start] === '[') {
      this.#at++;
      while (!this.#closes(']')) this.#value();
      return { start, end: this.#at, members: null, hasComma: false };
    }
    this.#token(/"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y);
    return { start, end: this.#at, members: null, hasComma: false };
  }

  #object(start: number): Span {
    const members: { key: string; keyStart: number; value: Span }[] = [];
    this.#at++;
    let hasComma = false;
    while (!this.#closes('}')) {
      const keyStart = this.#at;
      const key: string = JSON.parse(this.#token(/"(?:[^"\\\n]|\\.)*"/y));
      this.#skip();
      this.#token(/:/y);
      members.push({ key, keyStart, value: this.#value() });
      this.#skip();
      hasComma = this.#text[this.#at] === ',';
    }
    return { start, end: this.#at, members, hasComma };
  }

  /** Skips what separates items; true at the end of the object or array, which is skipped as well. */
  #closes(bracket: string): boolean {
    this.#skip();
    if (this.#text[this.#at] === ',') this.#at++;
    this.#skip();
    if (this.#at >= this.#text.length) throw this.#unexpected();
    if (this.#text[this.#at] !== bracket) return false;
    this.#at++;
    return true;
  }

  #skip(): void {
    this.#at = afterBlanks(this.#text, this.#at);
  }

  #token(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found === undefined) throw this.#unexpected();
    this.#at += found.length;
    return found;
  }

  #unexpected(): Error {
    return new Error(`not valid JSON in line ${this.#text.slice(0, this.#at).split('\n').length}`);
  }
}
