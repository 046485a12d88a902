/** Random text from a seed: the same planted values in every run, and none of them in the repository. */
import { randomFrom } from '../../engine/store-fixture.js';

export const lower = 'abcdefghijklmnopqrstuvwxyz';
export const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const digits = '0123456789';
const alphanumeric = upper + lower + digits;

export class RandomText {
  readonly #random: () => number;
  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  pick<T>(from: readonly T[] | string): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }
  of(alphabet: string, length: number): string {
    return Array.from({ length }, () => this.pick<string>(alphabet)).join('');
  }
  /** Letters of both cases and digits, at least one of each. */
  text(length: number): string {
    for (;;) {
      const text = this.of(alphanumeric, length);
      if (/\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)) return text;
    }
  }
  hex(length: number): string {
    return this.of('0123456789abcdef', length);
  }
  base64(length: number): string {
    return this.of(`${alphanumeric}+/`, length);
  }
  url(length: number): string {
    return `${this.of(alphanumeric, 1)}${this.of(`${alphanumeric}-_`, length - 2)}${this.of(alphanumeric, 1)}`;
  }
  uuid(): string {
    return [8, 4, 4, 4, 12].map((length) => this.hex(length)).join('-');
  }
  /** A key that has no digit. */
  letters(length: number): string {
    return this.of(upper + lower, length);
  }

  /** What a person or a password manager chooses: with digits, without, with signs, with words, with words of placeholders. */
  password(): string {
    const word = () => this.pick<string>(['Falcon', 'Winter', 'Copper', 'Harbor', 'Meadow', 'Tulip', 'Canyon', 'Velvet']);
    const sign = () => this.pick<string>('!#%&*+?~');
    const number = () => String(10 + Math.floor(this.#random() * 990));
    const shapes = [
      () => this.text(12),
      () => this.text(20),
      () => this.letters(18),
      () => this.of(lower, 20),
      () => this.of(`${lower}${digits}`, 16),
      () => this.hex(24),
      () => `${this.text(6)}${sign()}${this.text(6)}`,
      () => `${word()}${sign()}${word()}${number()}`,
      () => `${word()}-${word()}-${number()}${sign()}`,
      () => `DbPass${sign()}${this.text(5)}`,
      () => `key${this.text(7)}${sign()}`,
      () => `${sign()}Secret${this.text(6)}`,
      () => `${this.text(5)}Test${sign()}${number()}`,
    ];
    return (this.pick(shapes) as () => string)();
  }
}
