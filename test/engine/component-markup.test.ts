/** Components of Svelte: markup in answers, stores, imports. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const members = Array.from(
  { length: 40 },
  (_, i) => `  function onStep${i}(event) {\n    console.log('the step of the panel', ${i}, event);\n    count += ${i};\n  }`,
).join('\n');

const shop = `
-- src/stores.ts --
import { writable } from 'svelte/store';
export const isAborted = writable(false);
export function requireUser() { return true; }
export function shake(node: HTMLElement) { node.animate([]); }
-- src/lib/tools.svelte.ts --
export const tool = 1;
-- src/Modal.svelte --
<div><slot /></div>
-- src/Panel.svelte --
<script lang="ts">
  import { isAborted, requireUser, shake } from './stores';
  import Modal from './Modal.svelte';
  import { tool } from '$lib/tools.svelte';
  let count = 0;
  function stop() {
    $isAborted = true;
    if ($isAborted) count = 0;
  }
${members}
</script>

<Modal>
  <!-- shake(header) -->
  <header class="pale toolbar" use:shake>
    <button onclick={() => requireUser() && stop()}>Stop</button>
  </header>
  {#if $isAborted}<p>Aborted</p>{/if}
  <iframe title="preview" sandbox="allow-scripts"></iframe>
</Modal>
`;

test('a component shows its markup where the question is about it, and stores have users by their values', async (t) => {
  const engine = await engineOn(workspace(t, shop), { history: 'off' });
  await engine.settled();
  const { results } = await engine.retrieve({
    query: 'which iframe sandbox does the preview in the panel have',
    brief: true,
    extract: true,
    budgetTokens: 2_000,
  });
  const panel = results.find(({ path, kind }) => path === 'src/Panel.svelte' && kind === 'symbol');
  assert.equal(panel?.shortening, 'extract');
  assert.match(panel?.text ?? '', /<iframe title="preview" sandbox="allow-scripts">/);

  const users = await engine.related({ symbol: 'isAborted', kinds: ['used_by'] });
  assert.deepEqual(
    users.items.map(({ symbol, proof, moreProof }) => [symbol.qualifiedName, proof?.text, moreProof.map(({ text }) => text)]),
    [
      ['Panel', '{#if $isAborted}<p>Aborted</p>{/if}', []],
      ['Panel.stop', '$isAborted = true;', ['if ($isAborted) count = 0;']],
    ],
  );

  const shaken = await engine.related({ symbol: 'shake', kinds: ['used_by'] });
  assert.deepEqual(
    shaken.items.map(({ proof, moreProof }) => [proof?.text, moreProof.length]),
    [['<header class="pale toolbar" use:shake>', 0]],
  );

  for (const symbol of ['src/Modal.svelte', 'src/lib/tools.svelte.ts']) {
    const importers = await engine.related({ symbol, kinds: ['imported_by'] });
    assert.deepEqual(
      importers.items.map((item) => item.symbol.path),
      ['src/Panel.svelte'],
      symbol,
    );
  }

  const called = await engine.retrieve({ query: 'who calls requireUser' });
  const lines = shop.split('-- src/Panel.svelte --\n')[1]?.split('\n') ?? [];
  assert.deepEqual(
    called.results.flatMap(({ path, answerLines }) => (path === 'src/Panel.svelte' ? answerLines.map((line) => lines[line]?.trim()) : [])),
    ['<button onclick={() => requireUser() && stop()}>Stop</button>'],
  );
});
