/** Calls through interfaces of Go, which no type declares that it implements: known by names and signatures of methods. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { BY_METHOD_NAMES } from '../../server/core/model/related.js';
import { engineOn, workspace } from '../support/real-engine.js';

const policies = ['mtasts', 'dane', 'local', 'preload', 'dnssec'];
const source = `
-- policy/policy.go --
package policy

type (
	Delivery interface {
		PrepareConn(ctx Context, mx string)
		CheckMX(ctx Context, level int, domain, mx string) (int, error)
	}
)
-- remote/security.go --
package remote
${policies
  .map(
    (name) => `
type ${name}Delivery struct{}

func (c *${name}Delivery) PrepareConn(ctx Context, mx string) {}

func (c *${name}Delivery) CheckMX(ctx Context, level int, domain, mx string) (int, error) {
	return 0, nil
}
`,
  )
  .join('')}
type other struct{}

func (o other) CheckMX(name string) error { return nil }
func (o other) PrepareConn(ctx Context, mx string) {}

type half struct{}

func (h half) CheckMX(ctx Context, level int, domain, mx string) (int, error) { return 0, nil }
-- remote/connect.go --
package remote

func attempt(ctx Context, rd *target) error {
	for _, p := range rd.policies {
		if _, err := p.CheckMX(ctx, 0, "a", "b"); err != nil {
			return err
		}
		p.PrepareConn(ctx, "b")
	}
	return nil
}
`;

test('in Go, callers of an interface method are callers of its implementations', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'mtastsDelivery.CheckMX', kinds: ['called_by'] });
  assert.deepEqual(
    items.map(({ symbol, proof, through, isGuess }) => [symbol.name, proof?.line, through, isGuess]),
    [['attempt', 4, { name: 'Delivery.CheckMX', isByMethodNames: true }, true]],
  );
  const { items: own } = await engine.related({ symbol: 'Delivery.CheckMX', kinds: ['called_by', 'extended_by'] });
  assert.deepEqual(
    own.map(({ symbol, kind, through }) => [symbol.qualifiedName, kind, through]),
    [['attempt', 'called_by', null], ...policies.map((name) => [`${name}Delivery.CheckMX`, 'extended_by', null])],
  );
  assert.equal(own.at(-1)?.provenance, BY_METHOD_NAMES);
  const { items: called } = await engine.related({ symbol: 'attempt', kinds: ['calls'] });
  assert.ok(called.some(({ symbol }) => symbol.qualifiedName === 'Delivery.PrepareConn'));
  assert.ok(!called.some(({ symbol }) => symbol.qualifiedName === 'mtastsDelivery.CheckMX'));
  // Other parameters, or not all of the methods.
  for (const symbol of ['other.CheckMX', 'half.CheckMX'])
    assert.deepEqual((await engine.related({ symbol, kinds: ['extends'] })).items, [], symbol);
});

test('a type in Go implements an interface once, however many methods it has for it', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'Delivery', kinds: ['extended_by'] });
  assert.deepEqual(
    items.map(({ symbol, proof, isGuess }) => [symbol.qualifiedName, proof?.text, isGuess]),
    policies.map((name) => [`${name}Delivery`, `type ${name}Delivery struct{}`, true]),
  );
});

test('a type with methods of the same names and other types does not implement an interface', async (t) => {
  const runners = `
-- run/runner.go --
package run

type Runner interface {
	Run(ctx context.Context, jobs []job.Job) error
}

type local struct{}

func (l *local) Run(c context.Context, list []job.Job) error { return nil }

type sender struct{}

func (s *sender) Run(opts send.Options, jobs []job.Job) error { return nil }
`;
  const engine = await engineOn(workspace(t, runners), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'Runner', kinds: ['extended_by'] });
  assert.deepEqual(
    items.map(({ symbol }) => symbol.name),
    ['local'],
  );
});

test('a type of Go has the methods of what it embeds', async (t) => {
  const embedding = `
-- store/store.go --
package store

type Store interface {
	Open(path string) error
	Close() error
	Name() string
}
-- store/base/base.go --
package base

type Opener struct{}

func (o *Opener) Open(path string) error { return nil }
-- store/disk.go --
package store

import "shop/store/base"

type closer struct{}

func (c closer) Close() error { return nil }

type Disk struct {
	*base.Opener
	closer
}

func (d *Disk) Name() string { return "disk" }

type Cached struct {
	Disk
}

type Half struct {
	base.Opener
}

func (h Half) Close() error { return nil }
`;
  const engine = await engineOn(workspace(t, embedding), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'Store', kinds: ['extended_by'] });
  assert.deepEqual(
    items.map(({ symbol }) => symbol.qualifiedName),
    ['Disk'],
  );
  const { items: below } = await engine.related({ symbol: 'Disk', kinds: ['extended_by'] });
  assert.deepEqual(
    below.map(({ symbol }) => symbol.qualifiedName),
    ['Cached'],
  );
});

test('methods come through three levels of embedded types of Go', async (t) => {
  const levels = `
-- reload.go --
package server

type option interface {
	Apply(name string)
	IsLogging() bool
	IsTrace() bool
}

type noop struct{}

func (n noop) IsLogging() bool { return false }

func (n noop) IsTrace() bool { return false }

type logging struct{ noop }

func (l logging) IsLogging() bool { return true }

type trace struct{ logging }

func (l trace) IsTrace() bool { return true }

type verbose struct{ trace }

func (t *verbose) Apply(name string) {}

type quiet struct {
	verboseBase
}

type verboseBase struct{ trace }
`;
  const engine = await engineOn(workspace(t, levels), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'option', kinds: ['extended_by'] });
  assert.deepEqual(
    items.map(({ symbol }) => symbol.qualifiedName),
    ['verbose'],
  );
});

test('type arguments of Go: fields of generic types, and functions called with them', async (t) => {
  const generic = `
-- tree/tree.go --
package tree

type Tree[T any] struct {
	root *T
}

func NewTree[T any]() *Tree[T] { return &Tree[T]{} }

func (t *Tree[T]) Match(name string, visit func(T)) int { return 1 }

type Other struct{}

func (o *Other) Match(name string, visit func(int)) int { return 2 }
-- store.go --
package shop

import "example.com/shop/tree"

type item struct{}

type store struct {
	items *tree.Tree[item]
	other *tree.Other
}

func newStore() *store { return &store{items: tree.NewTree[item]()} }

func (s *store) find(name string) int { return s.items.Match(name, nil) }

func (s *store) findOther(name string) int { return s.other.Match(name, nil) }
`;
  const engine = await engineOn(workspace(t, generic), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const callers = async (symbol: string) =>
    (await engine.related({ symbol, kinds: ['called_by'] })).items.map(({ symbol: caller }) => caller.name);
  assert.deepEqual(await callers('Tree.Match'), ['find']);
  assert.deepEqual(await callers('Other.Match'), ['findOther']);
  assert.deepEqual(await callers('NewTree'), ['newStore']);
});

const providers = `
-- auth/provider.go --
package auth

type Provider interface {
	Name() string
	Fetch(token string) (string, error)
}

type Base struct{}

func (b *Base) Name() string { return "base" }

func (b *Base) Fetch(token string) (string, error) { return b.Name(), nil }

type Apple struct {
	Base
}

func (a *Apple) Fetch(token string) (string, error) { return "apple", nil }

type Partial struct{}

func (p *Partial) Name() string { return "" }

type Whole struct {
	Partial
}

func (w *Whole) Fetch(token string) (string, error) { return "", nil }
-- search/provider.go --
package search

type Provider struct{}
-- types.d.ts --
// Code generated by the build. DO NOT EDIT.
declare namespace auth {
  interface Provider { name(): string }
}
-- use/use.go --
package use

type Field interface {
	Kind() string
	Size() int
}

type Text struct{}

func (t *Text) Kind() string { return "text" }
func (t *Text) Size() int { return 1 }

func all(${Array.from({ length: 60 }, (_, i) => `a${i} auth.Base`).join(', ')}) {}
`;

test('methods stand before those of embedded types, which implement for them too', async (t) => {
  const engine = await engineOn(workspace(t, providers), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const below = async (symbol: string): Promise<string[]> =>
    (await engine.related({ symbol, kinds: ['extended_by'] })).items.map((item) => item.symbol.qualifiedName).sort();
  assert.deepEqual(await below('Base.Fetch'), ['Apple.Fetch']);
  assert.deepEqual(await below('Provider.Fetch'), ['Apple.Fetch', 'Base.Fetch', 'Whole.Fetch']);
  assert.deepEqual(await below('Provider.Name'), ['Base.Name', 'Partial.Name']);
  // The embedded type calls its own.
  const { items } = await engine.related({ symbol: 'Apple.Fetch', kinds: ['extends'] });
  assert.ok(!items.some(({ symbol }) => symbol.qualifiedName === 'Base.Fetch'));
});

test('who implements a type of a package, or one that is called like a keyword', async (t) => {
  const engine = await engineOn(workspace(t, providers), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const first = async (query: string): Promise<string[]> =>
    (await engine.retrieve({ query })).results.map(({ qualifiedName }) => qualifiedName).slice(0, 3);
  assert.deepEqual((await first('which types implement the interface auth.Provider')).sort(), ['Apple', 'Base', 'Whole']);
  assert.equal((await first('who implements the interface Field'))[0], 'Text');
  assert.equal((await first('what overrides Base.Fetch'))[0], 'Apple.Fetch');
});
