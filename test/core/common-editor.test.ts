/** What language servers are told of several editors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonEditor } from '../../server/io/shared-engine/common-editor.js';
import { otherEditor } from '../../server/io/shared-engine/shared-settings.js';

const editor = (capabilities: object, languages: string[] | null = null) => ({ capabilities, languages, methods: ['textDocument/hover'] });
const one = editor({
  textDocument: {
    hover: { contentFormat: ['markdown', 'plaintext'] },
    completion: { completionItem: { snippetSupport: true } },
    rename: {},
  },
  general: { regularExpressions: { engine: 'ECMAScript' } },
});
const other = editor({
  textDocument: { hover: { contentFormat: ['plaintext'] }, completion: { completionItem: { snippetSupport: false } } },
  general: { regularExpressions: { engine: 'PCRE' } },
});

test('the common editor has what both have', () => {
  assert.deepEqual(commonEditor(one, other).capabilities, {
    textDocument: { hover: { contentFormat: ['plaintext'] }, completion: { completionItem: { snippetSupport: false } } },
    general: { regularExpressions: {} },
  });
  assert.deepEqual(commonEditor(editor({}, ['python', 'go']), editor({}, ['c', 'go'])).languages, ['c', 'go', 'python']);
  assert.equal(commonEditor(editor({}, ['python']), editor({})).languages, null);
});

test('servers are started again only for an editor that cannot do what they were told', () => {
  const roots = [] as const;
  assert.equal(otherEditor({ roots, editor: one }, { roots }), null);
  assert.equal(otherEditor({ roots }, { roots, editor: one }), one);
  assert.equal(otherEditor({ roots, editor: one }, { roots, editor: one }), null);
  const common = otherEditor({ roots, editor: one }, { roots, editor: other }) ?? assert.fail();
  for (const asked of [one, other]) assert.equal(otherEditor({ roots, editor: common }, { roots, editor: asked }), null);
});
