/** Keys of configuration that a question writes as a path. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const shop = `
-- app/application.yaml --
management:
  endpoints:
    web:
      access: none
  endpoint:
    health:
      access: all
    shutdown:
      - access: unrestricted
shop:
  security:
    password-reset-methods:
      - name: email
-- app/settings.json --
{
  "editor": {
    "suggest": {
      "preview": { "mode": 1 },
      "showWords": false
    }
  }
}
-- src/Access.java --
package shop;
public class Access {
  void shutdown(String endpoint) { System.out.println("management of the endpoint"); }
}
`;

test('a key that a file has nested is found by its path', async (t) => {
  const engine = await engineOn(workspace(t, shop), { history: 'off' });
  await engine.settled();
  const first = async (query: string) => {
    const [result] = (await engine.retrieve({ query, brief: true, extract: true })).results;
    return `${result?.path} ${result?.text.includes('access: unrestricted') ?? ''}`;
  };
  assert.equal(await first('management.endpoint.shutdown.access'), 'app/application.yaml true');
  for (const query of ['shop.security.password-reset-methods', 'where is shop.security.password-reset-methods set?'])
    assert.match(await first(query), /^app\/application\.yaml /, query);
  assert.match(await first('editor.suggest.preview.mode'), /^app\/settings\.json /);
});
