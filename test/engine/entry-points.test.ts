/** Where a program begins: by functions called main, manifests, and files that frameworks start. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const source = `
-- package.json --
{ "name": "depot", "bin": { "depot": "./dist/command.js" } }
-- src/command.ts --
export function runCommand(): void {
  startApp();
}
-- src/start.ts --
export function startApp(): void {}
export function start(): void {}
-- tools/measure.go --
package main
func main() {}
-- cmd/depot/depot.go --
package main
func main() {}
-- pyproject.toml --
[project.scripts]
depot = "depot.cli:launch"
-- depot/cli.py --
def launch():
    return 1
-- other/cli.py --
def launch():
    return 2
-- app/src/main/AndroidManifest.xml --
<manifest>
  <application android:name=".DepotApp">
    <activity android:name=".Settings"><meta-data /></activity>
    <activity android:name=".Door"><intent-filter><action /><category android:name="android.intent.category.LAUNCHER" /></intent-filter></activity>
  </application>
</manifest>
-- app/src/main/java/depot/Screens.java --
package depot;
class Door { void open() { } }
class Settings { void open() { } }
class DepotApp { void create() { } }
-- src/app.test.ts --
export function main(): void {}
`;

test('where programs begin: what manifests name, then main, programs beside the product last', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  for (const query of ['where does the app start?', 'What is the main entry point of the program', 'where is the main function']) {
    const { results } = await engine.retrieve({ query, brief: true });
    const found = results.map(({ path, qualifiedName }) => `${path} ${qualifiedName}`);
    assert.deepEqual(
      new Set(found.slice(0, -1)),
      new Set([
        'src/command.ts command',
        'depot/cli.py launch',
        'app/src/main/java/depot/Screens.java Door',
        'app/src/main/java/depot/Screens.java DepotApp',
        'cmd/depot/depot.go main',
      ]),
      query,
    );
    assert.equal(found.at(-1), 'tools/measure.go main', query);
  }
  const { results } = await engine.retrieve({ query: 'where does startApp start', brief: true });
  assert.equal(results[0]?.name, 'startApp');
});
