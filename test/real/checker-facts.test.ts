/** Facts from TypeScript's type checker with the real server, compared with the answers to single requests. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { FileFacts } from '../../server/core/code-graph/facts.js';
import { identifiers } from '../../server/core/code-graph/identifiers.js';
import { redactSecrets } from '../../server/core/security/redact.js';
import { askFileFactsPatiently } from '../../server/io/language-servers/facts/ask-file-facts.js';
import { edgeSource } from '../../server/io/language-servers/facts/edge-source.js';
import { CheckerFacts, hasChecker } from '../../server/io/language-servers/facts/typescript/checker-facts.js';
import type { RunningServer } from '../../server/io/language-servers/running-server.js';
import { WorkspaceServers } from '../../server/io/language-servers/workspace-servers.js';
import { hashOf } from '../../server/util/hash.js';
import { LineIndex } from '../../server/util/text.js';
import { pathToUri, uriToPath } from '../../server/util/uri.js';
import { type TemporaryWorkspace, temporaryWorkspace } from '../support/fixture.js';

interface Scene {
  readonly workspace: TemporaryWorkspace;
  /** As it is on the disk now. */
  readonly textOf: (path: string) => string;
  readonly running: RunningServer;
  readonly checker: CheckerFacts;
  readonly notes: string[];
  readonly pathOf: (uri: string) => string | null;
  /** Null where the checker was not asked. `text`: unsaved. */
  facts(path: string, text?: string, signal?: AbortSignal, turn?: () => Promise<void>): Promise<FileFacts | null>;
}

async function scene(t: TestContext, fixture: string): Promise<Scene> {
  const workspace = temporaryWorkspace(fixture);
  const notes: string[] = [];
  const { folder, cacheDir } = workspace;
  const log = (level: string, text: string) => level === 'warn' && notes.push(text);
  const servers = new WorkspaceServers({ roots: [{ name: '', folder }], trusted: false, cacheFolder: cacheDir, settings: {}, log });
  t.after(async () => {
    await servers.close();
    workspace.remove();
  });
  const running = (await servers.serverFor('typescript')) as RunningServer;
  const pathOf = (uri: string) => {
    const path = uriToPath(uri);
    return path?.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
  };
  const textOf = (path: string) => readFileSync(join(folder, path), 'utf8');
  const checker = new CheckerFacts(running, pathOf);
  const facts: Scene['facts'] = (path, text, signal, turn) => {
    const shown = text ?? textOf(path);
    const language = /\.[cm]?jsx?$/.test(path) ? 'javascript' : 'typescript';
    const waiting = () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((one) => /\.[jt]sx?$/.test(one))
        .map((one) => join(folder, one));
    const file = {
      path,
      uri: workspace.uriOf(path),
      language,
      text: shown,
      contentHash: hashOf(shown),
      unsaved: text !== undefined,
      waiting,
    };
    return checker.check(file, identifiers(shown, language), signal, turn);
  };
  return { workspace, textOf, running, checker, notes, pathOf, facts };
}

/** `line:word -> path:line:word`, lines from 1, of every fact that leads somewhere in the workspace. */
function leads(facts: FileFacts | null, textOf: (path: string) => string): string[] {
  assert.ok(facts, 'the checker was asked');
  const word = (path: string, line: number, character: number) =>
    `${line + 1}:${/^#?[\w$]*/.exec((textOf(path).split('\n')[line] as string).slice(character))?.[0]}`;
  return facts.facts.flatMap(({ occurrence, meaning }) =>
    meaning.kind === 'here'
      ? meaning.targets.map(
          ({ path, line, character }) => `${occurrence.line + 1}:${occurrence.name} -> ${path}:${word(path, line, character)}`,
        )
      : [],
  );
}

const shapes = `
-- tsconfig.json --
{ "compilerOptions": { "strict": true, "target": "es2022", "module": "nodenext" } }
-- shapes.ts --
export interface Circle { kind: 'circle'; radius: number }
export interface Square { kind: 'square'; side: number; radius: string }
export type Shape = Circle | Square;
export interface Options { name: string; 'quoted-key'?: number; inner?: { depth: number } }
export class Base { constructor(readonly name: string) {} #own = 1; get own() { return this.#own; } }
export class Plain {}
export function take(options: Options | undefined): void;
export function take(options: Options): number { return options.name.length; }
export default function main() {}
export class Derived extends Base { constructor() { super('d'); } get own() { return super.own; } }
export const tools = { main, given: main, own: () => 1 };
export interface Call { (name: string): void }
export function request<T extends Options>(one: T): T { return one; }
-- index.ts --
export { take as taken } from './shapes.js';
export * as all from './shapes.js';
-- user.ts --
import main, { Base, Plain, request, take, tools, type Call, type Circle, type Options, type Shape } from './shapes.js';
import { taken, all } from './index.js';
import { missing } from './nowhere.js';
export function useAll(name: string, given: Options, circle: Circle) {
  take({ name, inner: { depth: 1 } });
  const options: Options = { name: 'x', 'quoted-key': 2 };
  const { inner } = given;
  given['quoted-key'];
  type Depth = Options['inner'];
  const shape: Shape = { kind: 'circle', radius: 1 };
  const { kind: told, radius } = circle;
  let side: number;
  ({ side } = { side: 1 } as import('./shapes.js').Square);
  taken(options); all.take(options); main(); missing();
  return [new Base(name).own, new Plain(), shape, told, radius, inner, side, null as unknown as Depth, Math.max(1)];
}
export function useTools(call: Call): Options[] {
  tools.main(); tools.given(); tools.own(); call('x');
  request({ name: 'y' });
  const fixed = { name: 'z' } as const satisfies Options;
  return [fixed].map(({ name }) => ({ name, inner: undefined }));
}
`;

test('definitions of identifiers, including properties of expected and destructured types', { timeout: 120_000 }, async (t) => {
  const { workspace, textOf, facts, notes, running, pathOf } = await scene(t, shapes);
  assert.ok(hasChecker(running.found.version));
  const found = await facts('user.ts');
  const told = leads(found, textOf);
  for (const one of [
    '5:take -> shapes.ts:7:take',
    '5:take -> shapes.ts:8:take',
    // The variable, and the property of what is expected there.
    '5:name -> user.ts:4:name',
    '5:name -> shapes.ts:4:name',
    '5:inner -> shapes.ts:4:inner',
    '5:depth -> shapes.ts:4:depth',
    '6:name -> shapes.ts:4:name',
    '6:quoted-key -> shapes.ts:4:',
    '7:inner -> shapes.ts:4:inner',
    '8:quoted-key -> shapes.ts:4:',
    '9:inner -> shapes.ts:4:inner',
    // Of the member of the union that the literal says it is, no other.
    '10:radius -> shapes.ts:1:radius',
    '11:kind -> shapes.ts:1:kind',
    '11:radius -> shapes.ts:1:radius',
    '13:side -> shapes.ts:2:side',
    '14:taken -> shapes.ts:8:take',
    '14:take -> shapes.ts:8:take',
    '14:main -> shapes.ts:9:main',
    '15:Base -> shapes.ts:5:Base',
    '15:Base -> shapes.ts:5:constructor',
    '15:own -> shapes.ts:5:own',
    '15:Plain -> shapes.ts:6:Plain',
    // What a property or a variable stands for, where it is called.
    '18:main -> shapes.ts:11:main',
    '18:main -> shapes.ts:9:main',
    '18:given -> shapes.ts:11:given',
    '18:given -> shapes.ts:9:main',
    '18:call -> user.ts:17:call',
    '18:call -> shapes.ts:12:Call',
    // Of a type that the literal itself has told.
    '19:name -> shapes.ts:4:name',
    '20:name -> shapes.ts:4:name',
    '21:name -> user.ts:21:name',
    '21:name -> shapes.ts:4:name',
    '21:inner -> shapes.ts:4:inner',
  ])
    assert.ok(told.includes(one), `${one} of ${told.join('\n')}`);
  assert.ok(!told.includes('10:radius -> shapes.ts:2:radius'), 'another member of the union');
  const meaningOf = (name: string) => found?.facts.find(({ occurrence }) => occurrence.name === name)?.meaning.kind;
  assert.equal(meaningOf('max'), 'outside');
  assert.equal(meaningOf('missing'), 'unknown', 'an import that leads nowhere says nothing');
  const there = leads(await facts('shapes.ts'), textOf);
  for (const one of ['5:own -> shapes.ts:5:#own', '10:super -> shapes.ts:5:Base', '10:super -> shapes.ts:5:constructor'])
    assert.ok(there.includes(one), `${one} of ${there.join('\n')}`);

  // All that questions one by one tell is told, but of an import that is its own definition, of `type`, which is no name, and
  // of the signature in an interface, which is told as the interface.
  const text = textOf('user.ts');
  const file = { path: 'user.ts', uri: workspace.uriOf('user.ts'), language: 'typescript', text, contentHash: hashOf(text) };
  const single = leads(await askFileFactsPatiently(running, file, identifiers(text, 'typescript'), pathOf), textOf);
  assert.deepEqual(
    single.filter((one) => !told.includes(one) && !/missing|:type |:call -> shapes.ts:12:$/.test(one)),
    [],
  );
  assert.deepEqual(notes, []);
});

test('several projects, files without a project, JavaScript: each file is read by its own project', { timeout: 120_000 }, async (t) => {
  const { textOf, facts, notes } = await scene(
    t,
    `
-- one/tsconfig.json --
{ "compilerOptions": { "strict": true, "paths": { "#lib": ["./lib.ts"] } }, "include": ["*.ts"] }
-- one/lib.ts --
export const fromOne = 1;
-- one/user.ts --
import { fromOne } from '#lib';
export const seen = fromOne;
-- one/built.ts --
export { far } from './lib/dist/index.js';
-- one/lib/src/index.ts --
// Above it.
export function far() {}
-- one/lib/dist/index.d.ts --
export declare function far(): void;
//# sourceMappingURL=index.d.ts.map
-- one/lib/dist/index.d.ts.map --
{"version":3,"file":"index.d.ts","sourceRoot":"","sources":["../src/index.ts"],"names":[],"mappings":"AACA,wBAAgB,GAAG,SAAK"}
-- two/tsconfig.json --
{ "compilerOptions": { "strict": true, "paths": { "#lib": ["./lib.ts"] } }, "include": ["*.ts"] }
-- two/lib.ts --
export const fromOne = 2;
-- two/user.ts --
import { seen } from '../one/user';
import { fromOne } from '#lib';
export const both = seen + fromOne;
-- loose/tool.js --
const { helper } = require('./helper');
function start() { return helper(); }
start();
-- loose/helper.js --
exports.helper = function () { return 1; };
-- loose/script.js --
function start() { return 2; }
start();
-- loose/other.js --
function start() { return 3; }
start();
-- loose/View.jsx --
import { label } from './label';
export const View = () => <b title={label}>{label}</b>;
-- loose/label.js --
/** \\u00e4 */ export const label = 'x';
`,
  );
  const told = async (path: string) => leads(await facts(path), textOf);
  assert.ok((await told('one/built.ts')).includes('1:far -> one/lib/src/index.ts:2:far'), 'by the map that a build has left');
  // The first project reads the file of the second one along with its own, without its aliases.
  assert.deepEqual((await told('two/user.ts')).slice(-3), [
    '3:both -> two/user.ts:3:both',
    '3:seen -> one/user.ts:2:seen',
    '3:fromOne -> two/lib.ts:1:fromOne',
  ]);
  assert.ok((await told('one/user.ts')).includes('2:fromOne -> one/lib.ts:1:fromOne'));
  assert.ok((await told('loose/tool.js')).includes('2:helper -> loose/helper.js:1:helper'));
  // Two scripts that know nothing of each other.
  assert.deepEqual((await told('loose/script.js')).sort(), ['1:start -> loose/script.js:1:start', '2:start -> loose/script.js:1:start']);
  assert.deepEqual((await told('loose/other.js')).sort(), ['1:start -> loose/other.js:1:start', '2:start -> loose/other.js:1:start']);
  assert.ok((await told('loose/tool.js')).includes('3:start -> loose/tool.js:2:start'));
  assert.ok((await told('loose/View.jsx')).includes('2:label -> loose/label.js:1:label'));
  assert.deepEqual(notes, []);
});

test('facts are about the given text: unsaved, changed on disk, with masked secrets', {
  timeout: 120_000,
}, async (t) => {
  const { workspace, textOf, facts, notes, running, checker } = await scene(t, shapes);
  const told = async (path: string, text?: string) => leads(await facts(path, text), (one) => (one === path && text) || textOf(one));
  assert.ok((await told('user.ts')).includes('5:take -> shapes.ts:8:take'));
  const unsaved = "import { Plain } from './shapes.js';\n\n\nexport const one = new Plain();\n";
  assert.ok((await told('user.ts', unsaved)).includes('4:Plain -> shapes.ts:6:Plain'));
  assert.ok((await told('user.ts')).includes('5:take -> shapes.ts:8:take'), 'the disk again');

  const moved = `\n\n${textOf('shapes.ts')}`;
  workspace.write('shapes.ts', moved);
  running.server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: workspace.uriOf('shapes.ts'), type: 2 }] });
  assert.ok((await told('user.ts')).includes('5:take -> shapes.ts:10:take'));
  assert.ok((await told('shapes.ts')).includes('10:name -> shapes.ts:6:name'));

  const secret = `export const token = 'ghp_${'x7Kd2Qm9'.repeat(4)}Zt3W';\nexport const twice = token + token;\n`;
  workspace.write('secret.ts', secret);
  running.server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: workspace.uriOf('secret.ts'), type: 1 }] });
  const masked = redactSecrets(secret);
  assert.notEqual(masked, secret);
  const file = { path: 'secret.ts', uri: workspace.uriOf('secret.ts'), language: 'typescript', text: masked, contentHash: hashOf(secret) };
  assert.equal((await checker.check(file, identifiers(masked, 'typescript')))?.facts.length, 4);
  for (let times = 0; times < 4; times++)
    assert.equal(await checker.check({ ...file, text: 'export const other = 1;\n' }, []), null, 'a text that it does not have');
  assert.ok((await told('user.ts')).length > 0, 'which says nothing of others');
  assert.deepEqual(notes, []);
});

test('null if the server dies, refuses or has another version; an abort rejects', {
  timeout: 120_000,
}, async (t) => {
  const { workspace, textOf, facts, notes, running } = await scene(t, shapes);
  const abort = new AbortController();
  let turns = 0;
  const onTurn = (n: number, act: () => void) => async () => {
    if (++turns === n) act();
  };
  await assert.rejects(
    facts(
      'user.ts',
      undefined,
      abort.signal,
      onTurn(2, () => abort.abort()),
    ),
    { name: 'AbortError' },
  );
  turns = 0;
  const died = await facts(
    'user.ts',
    undefined,
    undefined,
    onTurn(2, () => running.server.session?.process.kill()),
  );
  assert.equal(died, null);
  assert.equal(notes.filter((one) => one.includes('type checker cannot be asked')).length, 1, notes.join('\n'));
  const again = await facts('user.ts');
  assert.ok(leads(again, textOf).includes('5:take -> shapes.ts:8:take'), 'the next one has a checker again');

  const other = { ...running, found: { ...running.found, version: '7.9.9' } };
  assert.ok(!hasChecker(other.found.version));
  const text = textOf('user.ts');
  const file = { path: 'user.ts', uri: workspace.uriOf('user.ts'), language: 'typescript', text, contentHash: hashOf(text) };
  const checker = new CheckerFacts(other, () => null);
  assert.equal(await checker.check(file, identifiers(text, 'typescript')), null);
});

test('the edge source asks for definitions if the checker session ends or is refused', {
  timeout: 120_000,
}, async (t) => {
  const { workspace, textOf, pathOf, notes } = await scene(t, shapes);
  const { folder, cacheDir } = workspace;
  const log = (level: string, text: string) => level === 'warn' && notes.push(text);
  const servers = new WorkspaceServers({ roots: [{ name: 'w', folder }], cacheFolder: cacheDir, trusted: false, settings: {}, log });
  t.after(() => servers.close());
  const source = edgeSource(servers, (path) => pathOf(pathToUri(path)));
  const text = textOf('user.ts');
  const placed = { chunks: [], lineStarts: new LineIndex(text).starts, mtimeMs: 0, unsaved: false, names: null };
  const file = {
    path: 'user.ts',
    absolutePath: join(folder, 'user.ts'),
    language: 'typescript',
    text,
    contentHash: hashOf(text),
    ...placed,
  };
  const whole = await source.facts(file);
  const own = (await servers.serverFor('typescript')) as RunningServer;
  let turns = 0;
  const killed = await source.facts(file, undefined, async () => {
    if (++turns === 3) own.server.session?.process.kill();
  });
  assert.equal(killed?.incomplete, null);
  assert.ok(leads(killed, textOf).includes('14:taken -> shapes.ts:8:take'));
  assert.ok((killed?.facts.length ?? 0) < (whole?.facts.length ?? 0), 'by definitions');
  assert.equal((await source.facts(file))?.facts.length, whole?.facts.length, 'by a checker again');

  // A server that answers what it does not know with an error.
  const refusing = new WorkspaceServers({
    roots: [{ name: '', folder }],
    trusted: false,
    cacheFolder: cacheDir,
    settings: { typescript: { enabled: false } },
    log,
  });
  t.after(() => refusing.close());
  const other = (await refusing.serverFor('typescript')) as RunningServer;
  const checker = new CheckerFacts({ ...other, found: { ...other.found, version: own.found.version } }, pathOf);
  notes.length = 0;
  for (let times = 0; times < 5; times++)
    assert.equal(await checker.check({ ...file, uri: workspace.uriOf('user.ts') }, identifiers(text, 'typescript')), null);
  assert.equal(notes.length, 1, notes.join('\n'));
});
