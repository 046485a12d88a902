/** A short answer shows a member once: not alone and again inside its class. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settledEngine, workspace } from '../support/real-engine.js';

const steps = (what: string) => Array.from({ length: 9 }, (_, i) => `        self.${what}(${i})`).join('\n');
const fixture = `
-- src/collector.py --
class PluginCollector:
    """Ends plugins that nobody uses."""

    def next_timeout(self):
        """When the next idle plugin times out."""
${steps('measure_idle')}
        return min(plugin.last_used + plugin.stop_after for plugin in self.plugins)

    def run(self):
        while True:
            wait(self.next_timeout())
${steps('stop_idle_plugin')}

    def unrelated(self):
${steps('list_things')}
        return [1, 2, 3]
-- src/other.py --
def wait(seconds):
    return seconds
`;

test('the class of a member that is shown is not shown with that member again', async (t) => {
  const engine = await settledEngine(workspace(t, fixture));
  const asked = { budgetTokens: 2_000, brief: true, extract: true, limit: 8 };
  for (const query of ['next_timeout of an idle plugin', 'when are idle plugins stopped', 'PluginCollector.next_timeout']) {
    const { results } = await engine.retrieve({ query, ...asked });
    const shown = results.flatMap(({ path, segments }) =>
      segments.flatMap(({ line, count }) => Array.from({ length: count }, (_, i) => `${path}:${line + i}`)),
    );
    const bodies = shown.filter((line) => shown.indexOf(line) !== shown.lastIndexOf(line));
    // The line of a signature may stand in an outline as well.
    assert.ok(new Set(bodies).size <= 2, `${query}: ${bodies.join(' ')}`);
  }
});
