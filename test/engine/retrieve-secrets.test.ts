/** Secrets and what is ignored reach no answer, no text, no log and no byte of the index; no question can ask for them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { engineOn, runCli, treeOf, workspace } from '../support/real-engine.js';

/** Put together here, so that no scanner takes this file for a leak. */
const glued = (...parts: string[]) => parts.join('');
const secrets = {
  aws: glued('AKIA', 'QYLPMN5HXW3RT7ZK'),
  github: glued('ghp_', 'x7Kp2mQ9vR4tY8wZ1nB5cD3fG6hJ0kLsAaEe'),
  key: 'MIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9OiJjRazXBZ1BjP5CE',
  password: glued('Tr0ub4dor', '&3xKq9'),
  environment: glued('v9Qz7Lm2', 'Xw4Rt8Yp1Nb6'),
  ignored: 'walrusInAnIgnoredFile',
  contextIgnored: 'ottersInAContextIgnoredFile',
  buffer: glued('ghp_', 'Q2wE4rT6yU8iO0pA1sD3fG5hJ7kL9zXcVbNm'),
};

const fixture = `
-- .gitignore --
private/
*.local.ts
-- .contextignore --
hidden/
-- src/client.ts --
/** Connects to the billing service with its access key. */
export function connectBilling(): string {
  const accessKeyId = '${secrets.aws}';
  const token = "${secrets.github}";
  return accessKeyId + token;
}
-- src/settings.py --
DATABASE_PASSWORD = "${secrets.password}"
PRIVATE_KEY = """-----BEGIN RSA PRIVATE KEY-----
${secrets.key}
-----END RSA PRIVATE KEY-----"""

def connect_database():
    """Connects with the password."""
    return DATABASE_PASSWORD
-- .env --
SECRET_TOKEN=${secrets.environment}
-- deploy/id_rsa --
${secrets.key}
-- private/notes.ts --
export const ${secrets.ignored} = 1;
-- src/own.local.ts --
export const ${secrets.ignored} = 2;
-- hidden/notes.ts --
export const ${secrets.contextIgnored} = 1;
`;

function bytesBelow(folder: string): { name: string; content: Buffer }[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? bytesBelow(path) : [{ name, content: readFileSync(path) }];
  });
}

function checkFolder(folder: string, moment: string): void {
  for (const { name, content } of bytesBelow(folder))
    for (const [kind, secret] of Object.entries(secrets))
      for (const encoding of ['utf8', 'utf16le'] as const)
        assert.ok(!content.includes(Buffer.from(secret, encoding)), `${kind} is in ${name} ${moment}`);
}

const checkText = (text: string, what: string): void => {
  for (const [kind, secret] of Object.entries(secrets)) assert.ok(!text.includes(secret), `${kind} is in ${what}`);
};

async function interrogate(engine: Engine): Promise<void> {
  const questions = [
    'access key of the billing service',
    'DATABASE_PASSWORD',
    'private key',
    '.env',
    'deploy/id_rsa',
    'private/notes.ts:1',
    'src/own.local.ts',
    'SECRET_TOKEN',
    'walrus in an ignored file',
    'token',
    ...Object.values(secrets),
  ];
  for (const query of questions)
    for (const more of [
      {},
      { filters: { paths: ['.env', 'private/**', 'deploy/**', 'hidden/**', '**/*.local.ts', '**'] } },
      { anchor: { path: 'private/notes.ts', line: 0 } },
    ]) {
      const answer = await engine.retrieve({ query, limit: 50, budgetTokens: Number.POSITIVE_INFINITY, explain: true, ...more });
      // The question itself comes back in the answer, the words that it was read as, and its names that no text contains.
      const explanation = { ...answer.explanation, query: null };
      const problems = answer.problems.filter(({ code }) => code !== 'noMatch' && code !== 'unknownName');
      checkText(JSON.stringify({ ...answer, query: '', explanation, problems }), `the answer to ${query}`);
      for (const { path } of answer.results) assert.doesNotMatch(path, /^\.env|id_rsa|^private|^hidden|\.local\./);
    }
  for (const query of ['DATABASE_PASSWORD', 'accessKeyId', secrets.ignored, secrets.contextIgnored])
    checkText(JSON.stringify(await engine.symbols({ query })), `symbols like ${query}`);
  checkText(JSON.stringify(engine.status()), 'the status');
}

test('secrets stay hidden from the disk, from an editor, and if asked for by value', async (t) => {
  const place = workspace(t, fixture);
  const before = treeOf(place.folder);
  const lines: string[] = [];
  const engine = await engineOn(place, { log: (level, message) => lines.push(`${level} ${message}`) });
  await engine.settled();
  const { results } = await engine.retrieve({ query: 'connectBilling' });
  assert.match(results[0]?.text ?? '', /accessKeyId = '/, 'the code around a secret is there');
  await interrogate(engine);
  checkFolder(place.cacheDir, 'while the index is open');

  // An editor opens them; what they hold stays with the editor.
  for (const path of ['.env', 'deploy/id_rsa', 'private/notes.ts', 'src/own.local.ts', 'hidden/notes.ts'])
    engine.openDocument(path, `${readFileSync(place.file(path), 'utf8')}\n// ${secrets.buffer}\n`);
  engine.openDocument('src/client.ts', `export const token = '${secrets.buffer}';\n`);
  engine.openDocument('new.env', `TOKEN=${secrets.environment}\n`);
  engine.changeDocument('.env', `SECRET_TOKEN=${secrets.environment}\nMORE=${secrets.buffer}\n`);
  // A client's watcher names them, and a reindex does.
  engine.filesChanged(['.env', 'private/notes.ts', 'hidden', 'deploy/id_rsa'].map((path) => ({ kind: 'changed', path })));
  await engine.reindex({ paths: ['.env', 'private'], force: true });
  await engine.settled();
  await interrogate(engine);
  checkFolder(place.cacheDir, 'with documents open');
  for (const path of ['.env', 'new.env', 'private/notes.ts', 'src/client.ts']) engine.closeDocument(path);
  await engine.settled();
  await interrogate(engine);
  await engine.close();
  checkFolder(place.cacheDir, 'after the end');
  checkText(lines.join('\n'), 'the log');
  assert.deepEqual(treeOf(place.folder), before);
  const { stdout, stderr } = await runCli([
    'retrieve',
    'access key token password',
    '-w',
    place.folder,
    '--json',
    '--verbose',
    '--cache-dir',
    place.cacheDir,
  ]);
  checkText(stdout + stderr, 'what the terminal shows');
});

test('a file that becomes ignored leaves the index', async (t) => {
  const place = workspace(
    t,
    '-- src/a.ts --\nexport function staysVisible(): void {}\n-- src/later.ts --\nexport function hiddenLater(): void {}\n',
  );
  const engine = await engineOn(place);
  await engine.settled();
  assert.equal((await engine.symbols({ query: 'hiddenLater', mode: 'name' })).hits[0]?.name, 'hiddenLater');
  place.write('.contextignore', 'src/later.ts\n');
  await engine.reindex({});
  assert.doesNotMatch(
    JSON.stringify(await engine.retrieve({ query: 'hiddenLater', filters: { paths: ['src/**'] } })),
    /function hiddenLater/,
  );
  await engine.forget();
  await engine.close();
  for (const { name, content } of bytesBelow(dirname(engine.status().indexFolder)))
    assert.ok(!content.includes('hiddenLater') && !content.includes('staysVisible'), `what was forgotten is in ${name}`);
});
