/**
 * Parses one shard of clangd's background index (`.idx`: RIFF `CdIx`), formats 17 to 20 (clangd 14 to 22), into symbols, references and
 * overrides. The layout is defined in clang-tools-extra/clangd/index/Serialization.cpp.
 */
import { inflateSync } from 'node:zlib';

export interface ShardPlace {
  readonly uri: string;
  /** 0-based; UTF-16. */
  readonly line: number;
  readonly character: number;
  /** Length of the token; null if it ends on another line. */
  readonly length: number | null;
}

export interface ShardSymbol {
  readonly id: string;
  readonly name: string;
  readonly scope: string;
  readonly definition: ShardPlace | null;
  readonly declaration: ShardPlace | null;
}

export interface ShardReference {
  /** Id of the referenced symbol. */
  readonly symbol: string;
  /** Bits: 1 declaration, 2 definition, 4 reference, 8 spelled in the text, 16 call (format 20 on). */
  readonly kind: number;
  readonly place: ShardPlace;
  /** Id of the enclosing symbol; zeros for none. */
  readonly container: string;
}

/** Ids of two methods: an override and the method directly above it. */
export interface ShardOverride {
  readonly base: string;
  readonly overrider: string;
}

/** The file that the shard is about, and its direct includes. */
interface ShardFile {
  readonly uri: string;
  readonly includes: readonly string[];
}

interface Shard {
  readonly format: number;
  readonly symbols: readonly ShardSymbol[];
  readonly references: readonly ShardReference[];
  readonly overrides: readonly ShardOverride[];
  readonly files: readonly ShardFile[];
}

/** The other kind of relation, between classes, follows from references to their names. */
const overriddenBy = 1;
const formats = { least: 17, most: 20 };
/** Far above any real shard: that of a large header has some thousand strings. */
const maxStringBytes = 64 << 20;

class Reader {
  readonly #bytes: Buffer;
  readonly #strings: readonly string[];
  at = 0;
  constructor(bytes: Buffer, strings: readonly string[]) {
    this.#bytes = bytes;
    this.#strings = strings;
  }
  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }
  byte(): number {
    return this.#bytes.readUInt8(this.at++);
  }
  /** Seven bits a byte, low ones first. */
  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }
  string(): string {
    return this.#strings[this.number()] ?? '';
  }
  id(): string {
    this.at += 8;
    return this.#bytes.toString('hex', this.at - 8, this.at);
  }
  /** Reads eight bytes; true if any of them is set. */
  hasDigest(): boolean {
    return this.id() !== '0000000000000000';
  }
  place(): ShardPlace | null {
    const uri = this.string();
    const line = this.number();
    const character = this.number();
    const isOneLine = this.number() === line;
    const end = this.number();
    return uri === '' ? null : { uri, line, character, length: isOneLine ? end - character : null };
  }
}

/** Throws if the bytes are not a shard of a known format. */
export function readShard(bytes: Buffer): Shard {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'CdIx')
    throw new Error('not a shard of a clangd index');
  const parts = new Map<string, Buffer>();
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    parts.set(bytes.toString('latin1', at, at + 4), bytes.subarray(at + 8, at + 8 + size));
    at += 8 + size + (size & 1);
  }
  const format = parts.get('meta')?.readUInt32LE(0) ?? 0;
  if (format < formats.least || format > formats.most) throw new Error(`format ${format} of clangd's index is unknown`);
  const strings = readStrings(parts.get('stri') ?? Buffer.alloc(4));
  const symbols: ShardSymbol[] = [];
  for (const reader = new Reader(parts.get('symb') ?? Buffer.alloc(0), strings); !reader.isAtEnd; ) symbols.push(readSymbol(reader));
  const references: ShardReference[] = [];
  for (const reader = new Reader(parts.get('refs') ?? Buffer.alloc(0), strings); !reader.isAtEnd; ) {
    const symbol = reader.id();
    for (let left = reader.number(); left > 0; left--) {
      const kind = reader.byte();
      const place = reader.place();
      const container = reader.id();
      if (place) references.push({ symbol, kind, place, container });
    }
  }
  const overrides: ShardOverride[] = [];
  for (const reader = new Reader(parts.get('rela') ?? Buffer.alloc(0), strings); !reader.isAtEnd; ) {
    const base = reader.id();
    const kind = reader.byte();
    const overrider = reader.id();
    if (kind === overriddenBy) overrides.push({ base, overrider });
  }
  const files: ShardFile[] = [];
  for (const reader = new Reader(parts.get('srcs') ?? Buffer.alloc(0), strings); !reader.isAtEnd; ) {
    reader.byte();
    const uri = reader.string();
    // Included files are listed too, by name only.
    const isOwn = reader.hasDigest();
    const includes = Array.from({ length: reader.number() }, () => reader.string());
    if (isOwn) files.push({ uri, includes });
  }
  return { format, symbols, references, overrides, files };
}

function readStrings(part: Buffer): string[] {
  const size = part.readUInt32LE(0);
  if (size > maxStringBytes) throw new Error(`a shard with ${size} bytes of strings`);
  const text = size === 0 ? part.subarray(4) : inflateSync(part.subarray(4), { maxOutputLength: maxStringBytes });
  return text.toString('utf8').split('\0');
}

function readSymbol(reader: Reader): ShardSymbol {
  const id = reader.id();
  // Kind and language.
  reader.at += 2;
  const name = reader.string();
  const scope = reader.string();
  // Template arguments.
  reader.number();
  const definition = reader.place();
  const declaration = reader.place();
  // How often it is referred to, flags.
  reader.number();
  reader.at += 1;
  // Signature, snippet, documentation, return type, type.
  for (let i = 0; i < 5; i++) reader.number();
  for (let headers = reader.number(); headers > 0; headers--) {
    reader.number();
    reader.number();
  }
  return { id, name, scope, definition, declaration };
}
