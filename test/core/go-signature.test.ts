/** Signatures of Go, compared as an interface and a type that implements it write them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goSignature, hasSignature } from '../../server/core/retrieval/graph/mentions/go-signature.js';

const parameters = (signature: string) => goSignature('Run', `Run${signature}`)[0];
const fits = (own: string, wanted: string) =>
  hasSignature(goSignature('Run', `func (d *D) Run${own} {`), goSignature('Run', `Run${wanted}`));

test('reads types with and without names', () => {
  assert.deepEqual(parameters('(ctx context.Context, up chan<- []*targetgroup.Group)'), ['Context', 'chan<-[]*Group']);
  assert.deepEqual(parameters('(context.Context, chan<- []*targetgroup.Group)'), ['Context', 'chan<-[]*Group']);
  assert.deepEqual(parameters('(a, b int, rest ...string)'), ['int', 'int', '...string']);
  assert.deepEqual(parameters('(byName map[string]labels.Labels, any interface{})'), ['map[string]Labels', 'any']);
  assert.deepEqual(parameters('()'), []);
  assert.deepEqual(goSignature('Run', 'func (d *D) Run(at int64) (n int, err error) {'), [['int64'], ['int', 'error']]);
  assert.deepEqual(goSignature('Run', 'Run() storage.Appender'), [[], ['Appender']]);
});

test('compares by the names of types, packages apart', () => {
  assert.ok(fits('(ctx context.Context, up chan<- []*Group) error', '(context.Context, chan<- []*targetgroup.Group) error'));
  assert.ok(fits('(v uint8) (err error)', '(byte) error'));
  assert.ok(!fits('(opts sender.Options) error', '(ctx context.Context) error'));
  assert.ok(!fits('(ctx context.Context)', '(ctx context.Context) error'));
  assert.ok(!fits('(a int, b int)', '(a int)'));
  // Functions may name their parameters, and a parameter of a type may be any type.
  assert.ok(fits('(each func(name string) bool)', '(func(string) bool)'));
  assert.ok(fits('(item Cart) bool', '(item T) bool'));
  // An unfinished signature ends somewhere.
  assert.deepEqual(parameters('(ctx context.Context, up '), ['Context', '']);
});
