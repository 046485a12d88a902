/** Another wording of a question that is a message of the program finds where that is printed. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const steps = Array.from({ length: 60 }, (_, i) => `    step_${i} = server.prepare(${i})`).join('\n');
const others = ['required', 'client', 'connections', 'required_client', 'client_connections', 'required_connections'];
const source = `
-- yard/loop.py --
def accept_loop(server):
${steps}
    server.log('TLS required for client connections')
-- yard/clients.py --
${others.map((name) => `def tls_${name}(client):\n    """Whether TLS is required of the connections of a client."""\n    return client.tls and client.${name}\n`).join('\n\n')}
`;

test('a message among the other wordings leads to the code that prints it', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const query = 'at the start it still says that encryption is mandatory, although clients may do without';
  const firstOf = async (alternatives: string[]) => (await engine.retrieve({ query, alternatives })).results[0]?.qualifiedName;
  assert.notEqual(await firstOf(['TLS required']), 'accept_loop');
  assert.equal(await firstOf(['TLS required for client connections']), 'accept_loop');
});
