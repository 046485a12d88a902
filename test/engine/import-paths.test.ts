/** An import by path leads to what its file defines, without doubt, whatever the file is called. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const cases: readonly (readonly [what: string, source: string])[] = [
  [
    'a file with a dot in its name, beside a test of that name',
    `
-- src/card.component.ts --
export class Card {}
-- src/card.component.spec.ts --
import { Card } from './card.component';
describe('Card', () => { it('opens', () => { new Card(); }); });
`,
  ],
  [
    'a file of the name of the symbol',
    `
-- src/lib/Card.ts --
export class Card {}
-- src/other.ts --
export type Card = number;
-- src/card.component.spec.ts --
import { Card } from './lib/Card';
`,
  ],
  [
    'a component, under another name',
    `
-- src/Card.vue --
<template><b /></template>
-- src/card.component.spec.ts --
import Box from './Card.vue';
`,
  ],
];

for (const [what, source] of cases)
  test(`imports by path: ${what}`, async (t) => {
    const engine = await engineOn(workspace(t, source), { history: 'off' });
    await engine.settled();
    const { items } = await engine.related({ symbol: 'src/card.component.spec.ts', kinds: ['imports'] });
    assert.deepEqual(
      items.map(({ symbol: { name, symbolKind }, isGuess }) => `${symbolKind} ${name}${isGuess ? ' perhaps' : ''}`),
      [`${what.startsWith('a component') ? 'component' : 'class'} Card`],
    );
  });
