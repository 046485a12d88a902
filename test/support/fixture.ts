/**
 * A fixture is one string: `-- path --` lines begin files, `$0` marks the cursor.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Cursor {
  readonly path: string;
  readonly line: number;
  /** UTF-16. */
  readonly character: number;
  readonly offset: number;
}

export interface Fixture {
  /** Texts without the mark, by path, in order. */
  readonly files: ReadonlyMap<string, string>;
  readonly cursor: Cursor | null;
}

const heading = /^-- (.+) --$/;

export function parseFixture(source: string): Fixture {
  const files = new Map<string, string>();
  let path: string | null = null;
  let lines: string[] = [];
  const finish = () => {
    if (path !== null) files.set(path, lines.map((line) => `${line}\n`).join(''));
    lines = [];
  };
  for (const line of source
    .replace(/^\n/, '')
    .replace(/\n[ \t]*$/, '')
    .split('\n')) {
    const name = heading.exec(line)?.[1];
    if (name === undefined) {
      if (path === null && line.trim() !== '') throw new Error(`fixture: text before the first file: ${line}`);
      lines.push(line);
      continue;
    }
    finish();
    path = name;
  }
  finish();
  let cursor: Cursor | null = null;
  for (const [file, text] of files) {
    const offset = text.indexOf('$0');
    if (offset < 0) continue;
    if (cursor) throw new Error('fixture: more than one cursor');
    files.set(file, text.replace('$0', ''));
    cursor = {
      path: file,
      line: text.slice(0, offset).split('\n').length - 1,
      character: offset - (text.lastIndexOf('\n', offset - 1) + 1),
      offset,
    };
  }
  return { files, cursor };
}

export interface TemporaryWorkspace extends Fixture {
  readonly folder: string;
  readonly uri: string;
  /** Outside of the workspace. */
  readonly cacheDir: string;
  file(path: string): string;
  uriOf(path: string): string;
  text(path: string): string;
  write(path: string, text: string): void;
  remove(): void;
}

/** Writes a fixture to a new folder, with a cache folder beside it. */
export function temporaryWorkspace(source: string): TemporaryWorkspace {
  const fixture = parseFixture(source);
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'context-test-')));
  const folder = join(base, 'workspace');
  const file = (path: string) => join(folder, path);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(file(path)), { recursive: true });
    writeFileSync(file(path), text);
  };
  mkdirSync(folder);
  for (const [path, text] of fixture.files) write(path, text);
  return {
    ...fixture,
    folder,
    uri: pathToFileURL(folder).href,
    cacheDir: join(base, 'cache'),
    file,
    uriOf: (path) => pathToFileURL(file(path)).href,
    text: (path) => {
      const text = fixture.files.get(path);
      if (text === undefined) throw new Error(`fixture: no file ${path}`);
      return text;
    },
    write,
    remove: () => removeFolder(base),
  };
}

/** A server whose client has gone may still write while it closes: what it adds is removed in another attempt, for five seconds at most. */
export function removeFolder(folder: string): void {
  for (let attempts = 20; ; attempts--) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      return;
    } catch (error) {
      if (attempts === 0) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
    }
  }
}
