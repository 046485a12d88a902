/** Front-end components are symbols, and their templates are users of them and of what their scripts define. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const vue = `
-- src/cards/RecipeCard.vue --
<template>
  <div>
    <!-- <base-dialog /> is not used here -->
    <BaseButton :label="money(total)" @click="save" />
    <base-badge v-for="tag in tags" :key="tag.id" :title="\`\${describe(tag)} 'x'\`">{{ Level.High }}</base-badge>
    <p :class="{ save: isOpen }" title="close()">{{ discount }}</p>
  </div>
</template>

<script setup lang="ts">
import BaseButton from '../base/BaseButton.vue';
import Badge from '../base/base-badge.vue';
import { formatMoney as money, describe } from './text';
import { Level } from './level';

const discount = 3;
function save() { return 1; }
function tag() { return 2; }
function close() { return 3; }
</script>
-- src/cards/text.ts --
export function formatMoney(value: number) { return value; }
export function describe(value: unknown) { return value; }
-- src/cards/level.ts --
export enum Level { High, Low }
-- src/base/BaseButton.vue --
<template><button><slot /></button></template>
-- src/base/base-badge.vue --
<template><b><slot /></b></template>
-- src/base/BaseDialog.vue --
<template><dialog @close="shut" @cancel="leave() || elsewhere()" /></template>
<script>
import Button from './BaseButton.vue';
export default {
  components: { Button },
  methods: {
    shut() { return 1; },
  },
  setup() {
    function leave() { return 2; }
    return { leave };
  },
};
</script>
-- src/panel/index.vue --
<template><RecipeCard /><BaseDialog /><BasePage /></template>
-- src/other.ts --
export function save() { return 9; }
export function leave() { return 9; }
export type BasePage = number;
export function elsewhere() { return 9; }
`;

const svelte = `
-- src/Card.svelte --
<script lang="ts">
  import Button from './Button.svelte';
  import { price } from './price';
  export let name = '';
  let items = [];
  function save() { return 1; }
  function item() { return 2; }
  function load() { return 3; }
</script>

<h1 title="save()">{name}</h1>
{#each items as item (item.id)}
  <Button on:click={save} label="for {price(item)}" {...{}}>{'save()'}</Button>
{/each}
<button onclick={() => load()}>{'}'}</button>
-- src/Button.svelte --
<button><slot /></button>
-- src/price.ts --
export function price(value: unknown) { return value; }
`;

const jsx = `
-- src/card.tsx --
export function Card() { return <b>1</b>; }
-- src/list.tsx --
import { Card } from './card';
export function List() { return <ul><Card /></ul>; }
`;

const angular = `
-- src/app/card/card.component.ts --
import { Component, Input } from '@angular/core';
import { Kind } from '../kind';
import { Base } from '../base';

@Component({
  selector: 'app-card, [appCard]',
  templateUrl: './card.component.html',
})
export class CardComponent extends Base {
  Kind = Kind;
  @Input() total = 0;
  save() { return 1; }
  row() { return 2; }
  compute(value: number) { return value; }
}
-- src/app/card/card.component.html --
<button (click)="save()" [disabled]="compute(total) > 3">{{ total | money }}</button>
<ng-container *ngIf="ready; else other">{{ label }}</ng-container>
@switch (kind) {
  @case (Kind.Long) { <b *appTip="1">&amp; save row</b> }
}
@for (row of rows; track row.id) { {{ row }} }
<ng-template #other></ng-template>
<input #field (focus)="field.toggle()" (blur)="$event.toggle()">
-- src/app/kind.ts --
export enum Kind { Long, Short }
-- src/app/base.ts --
export class Base {
  ready = true;
}
-- src/app/money.pipe.ts --
@Pipe({ name: 'money' })
export class MoneyPipe { transform(value: number) { return value; } }
export function money() { return 1; }
-- src/app/tip.directive.ts --
@Directive({ selector: '[appTip]' })
export class TipDirective {}
-- src/app/list.component.ts --
import { Kind } from './kind';
@Component({
  selector: 'app-list',
  template: \`<app-card (opened)="open(Kind.Short)"></app-card>\`,
})
export class ListComponent {
  Kind = Kind;
  open(kind: Kind) { return kind; }
}
-- src/app/other.ts --
export class Other { save() { return 1; } ready = 1; label = 2; toggle() { return 3; } }
-- src/index.html --
<body><app-list></app-list></body>
`;

const shell = `
-- greet.sh --
say-hello() {
  echo hello
}
greet() {
  say-hello
}
`;

const cases: readonly (readonly [what: string, source: string, symbol: string, users: readonly string[]])[] = [
  ['Vue, a tag of an imported component', vue, 'BaseButton', ['RecipeCard 4', 'BaseDialog 5']],
  ['Vue, a tag in kebab case of a component under another name', vue, 'BaseBadge', ['RecipeCard 5']],
  ['Vue, a tag that the script does not import', vue, 'RecipeCard', ['Panel 1']],
  ['Vue, nothing in a comment', vue, 'BaseDialog', ['Panel 1']],
  ['Vue, a function of the script', vue, 'RecipeCard.save', ['RecipeCard 4']],
  ['Vue, a variable of the script', vue, 'RecipeCard.discount', ['RecipeCard 6']],
  ['Vue, a name of the template itself', vue, 'RecipeCard.tag', []],
  ['Vue, the text of a plain attribute', vue, 'RecipeCard.close', []],
  ['Vue, an import under another name', vue, 'formatMoney', ['RecipeCard 4']],
  ['Vue, an import in a string with an expression', vue, 'describe', ['RecipeCard 5']],
  ['Vue, a member of an enumeration', vue, 'Level.High', ['RecipeCard 5']],
  ['Vue, a method of the options', vue, 'shut', ['BaseDialog 1']],
  ['Vue, a function of setup', vue, 'BaseDialog.setup.leave', ['BaseDialog 1']],
  ['Vue, a function that the script does not have', vue, 'elsewhere', []],
  ['Vue, a type of the name of a tag', vue, 'BasePage', []],
  ['Svelte, a tag', svelte, 'Button', ['Card 13']],
  ['Svelte, a function of the script', svelte, 'Card.save', ['Card 13']],
  ['Svelte, a function of the script in a function', svelte, 'Card.load', ['Card 15']],
  ['Svelte, a variable', svelte, 'Card.name', ['Card 11']],
  ['Svelte, a name of the template itself', svelte, 'Card.item', []],
  ['Svelte, an import', svelte, 'price', ['Card 13']],
  ['Angular, a tag in a string', angular, 'CardComponent', ['ListComponent 4']],
  ['Angular, a tag in a page', angular, 'ListComponent', ['index 1']],
  ['Angular, a method', angular, 'CardComponent.save', ['card.component 1']],
  ['Angular, a method in a bound attribute', angular, 'CardComponent.compute', ['card.component 1']],
  ['Angular, a field', angular, 'CardComponent.total', ['card.component 1']],
  ['Angular, a method in a string', angular, 'ListComponent.open', ['ListComponent 4']],
  ['Angular, a member of a base', angular, 'Base.ready', ['card.component 2']],
  ['Angular, a member of another class', angular, 'Other.label', []],
  ['Angular, a name of the template itself', angular, 'CardComponent.row', []],
  ['Angular, a method of an element', angular, 'Other.toggle', []],
  ['Angular, a member of an enumeration', angular, 'Kind.Long', ['card.component 4']],
  ['Angular, a member of an enumeration in a string', angular, 'Kind.Short', ['ListComponent 4']],
  ['Angular, a pipe', angular, 'MoneyPipe', ['card.component 1']],
  ['Angular, a function of the name of a pipe', angular, 'money', []],
  ['Angular, a directive', angular, 'TipDirective', ['card.component 4']],
  ['JSX, a tag', jsx, 'Card', ['List 2']],
  ['a shell, whose names have dashes', shell, 'say-hello', ['greet 5']],
];

async function usersOf(t: TestContext, source: string, symbol: string): Promise<string[]> {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol, kinds: ['used_by', 'called_by'] });
  return items.map(({ symbol: { name }, proof }) => `${name} ${(proof?.line ?? -1) + 1}`).sort();
}

for (const [what, source, symbol, users] of cases)
  test(`users of components and in templates: ${what}`, async (t) => {
    assert.deepEqual(await usersOf(t, source, symbol), [...users].sort());
  });

test('an element that a template has several times is used on each of these lines', async (t) => {
  const files = `
-- src/divider.ts --
@Component({ selector: 'shop-divider', template: '' })
export class ShopDivider {
  vertical = false;
}
-- src/page.html --
<div>
  <shop-divider></shop-divider>
  <shop-divider-like></shop-divider-like>
  <shop-divider [vertical]="true"></shop-divider>
  <shop-divider
    class="last"></shop-divider>
</div>
-- src/page.ts --
import { ShopDivider } from './divider';
@Component({ selector: 'app-page', templateUrl: './page.html', imports: [ShopDivider] })
export class Page { }
`;
  const engine = await engineOn(workspace(t, files), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'ShopDivider', kinds: ['used_by'] });
  const template = items.find(({ symbol }) => symbol.path === 'src/page.html');
  assert.deepEqual([template?.proof?.line, ...(template?.moreProof ?? []).map(({ line }) => line)], [1, 3, 4]);
  // What the element is given is a member of its class.
  const { items: given } = await engine.related({ symbol: 'ShopDivider.vertical', kinds: ['used_by'] });
  assert.deepEqual(
    given.map(({ symbol, proof }) => [symbol.path, proof?.line]),
    [['src/page.html', 3]],
  );
});

test('a method is called in a template, and an attribute or a text with its name is no call', async (t) => {
  const files = `
-- src/form.html --
<form (ngSubmit)="submit()">
  <button type="submit">{{ t('submit') }}</button>
  <a (click)="submit()">x</a>
</form>
-- src/form.ts --
@Component({ selector: 'app-form', templateUrl: './form.html' })
export class Form {
  submit(): void {}
}
`;
  const engine = await engineOn(workspace(t, files), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'Form.submit', kinds: ['called_by'] });
  const [template] = items;
  assert.deepEqual([template?.proof?.line, ...(template?.moreProof ?? []).map(({ line }) => line)], [0, 2]);
});
