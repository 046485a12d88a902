/** C++ with keywords that macros of Qt add, and with conditions that cut a statement: functions keep their names, ends and mentions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outline } from '../../server/core/model/symbol.js';
import { plainKeywords } from '../../server/io/syntax/tree-sitter/languages/macro-keywords.js';
import { outlineTree } from '../../server/io/syntax/tree-sitter/outline-tree.js';

const outlineOf = async (text: string): Promise<Outline> => (await outlineTree(text, 'cpp')) as Outline;
const linesOf = (text: string, { symbols }: Outline): string[] =>
  symbols.map(({ kind, name, span }) => {
    const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
    return `${kind} ${name} ${lineAt(span.start)}-${lineAt(span.end - 1)}`;
  });
const calls = (outline: Outline, name: string): string[] =>
  outline.references.filter(({ from, kind }) => outline.symbols[from]?.name === name && kind === 'call').map((one) => one.name);

test('loops, signals and connections of Qt leave functions whole', async () => {
  const text = `void Server::authenticate(User *from) {
	foreach (User *u, qhUsers) {
		if (u == from)
			continue;
	}
	foreach (c, c->children())
		q.enqueue(c);
	if (from)
		Q_FOREACH (const QString &name, names(1, 2))
			add(name);
	forever {
		if (poll())
			break;
	}
	// Tell the others
	emit userConnected(from);
	connect(timer, SIGNAL(timeout(int, const QString &)), this, SLOT(retry(int)));
}

void Server::after() {
	next();
}
`;
  const outline = await outlineOf(text);
  assert.deepEqual(linesOf(text, outline), ['method authenticate 1-18', 'method after 20-22']);
  const called = calls(outline, 'authenticate');
  for (const name of ['enqueue', 'names', 'add', 'poll', 'userConnected', 'timeout', 'retry']) assert.ok(called.includes(name), name);
  assert.ok(!called.includes('foreach') && !called.includes('emit'));
});

test('sections of a class for signals and slots', async () => {
  const text = `class Window : public QObject {
	Q_OBJECT
private:
	int hidden;
public slots:
	void refresh();
signals:
	void changed(int value);
};
`;
  const { symbols } = await outlineOf(text);
  assert.deepEqual(
    symbols.map(({ name, kind, visibility }) => [name, kind, visibility]),
    [
      ['Window', 'class', undefined],
      ['hidden', 'field', 'private'],
      ['refresh', 'method', 'public'],
      ['changed', 'method', 'public'],
    ],
  );
});

test('a function that is handed over is used, and a value that is constructed where it is declared has its type', async () => {
  const outline = await outlineOf(`void Window::open() {
	const Pattern pattern(Pattern::of("a"), 1);
	pattern.match(text);
	connect(client, &Client::disconnected, this, &Window::refresh);
	int same = a & ns::value;
}
`);
  const mentions = outline.references.map(({ name, kind, qualifier }) => `${kind} ${qualifier} ${name}`);
  for (const one of ['call *Pattern match', 'use Client disconnected', 'use Window refresh'])
    assert.ok(mentions.includes(one), mentions.join());
});

test('words that are names are left as they are', () => {
  for (const text of [
    'void foreach(Fn fn, int count);',
    'list.foreach(call, other);',
    'int emit = 1; use(emit );',
    'struct { int slots; bool signals; };',
    'x = forever ? 1 : 2;',
    'auto f = std::foreach (a, b);',
  ])
    assert.equal(plainKeywords(text), text);
  for (const text of ['{ foreach (a, b) c(); }', '{ emit x(); }', '{ forever { } }']) {
    assert.notEqual(plainKeywords(text), text);
    assert.equal(plainKeywords(text).length, text.length);
  }
});

test('conditions that cut a block or an expression do not cut the function', async () => {
  const text = `int main(int argc, char **argv) {
	for (int i = 1; i < argc; ++i) {
		if (is(argv[i], "-h")
#ifdef WINDOWS
			|| is(argv[i], "/?")
#endif
		) {
			help();
		} else if (is(argv[i], "-m")) {
			many();
		}
	}
#if VERSION >= 3
	if (size() > 0) {
#else
	if (old_size() > 0) {
#endif
		foreach (x, xs)
			q->send(x);
	}
	return 0;
}

void after() {
	next();
}
`;
  const outline = await outlineOf(text);
  assert.deepEqual(linesOf(text, outline), ['function main 1-22', 'function after 24-26']);
});

test('first values of fields, destructors and the class of a definition are no mentions', async () => {
  const outline = await outlineOf(`Registrar::Registrar(const Name &n, int p) : Base(n), name(n), priority(p), options(pick()) {
	add(this);
}

Registrar::~Registrar() {
	remove(this);
}

void Registrar::refresh() {
	Registrar::all();
}
`);
  const mentions = outline.references.map(({ name, kind, from }) => `${outline.symbols[from]?.name} ${kind} ${name}`);
  for (const name of ['priority', 'options', 'name']) assert.ok(!mentions.some((one) => one.endsWith(` ${name}`)), name);
  assert.ok(mentions.includes('Registrar call pick') && mentions.includes('refresh call all'));
  assert.ok(mentions.some((one) => /^Registrar \w+ Base$/.test(one)));
  assert.ok(!mentions.some((one) => /^~?Registrar \w+ ~?Registrar$/.test(one)), mentions.join());
});
