/** Documents of several editors on one language server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedDocuments } from '../../server/io/shared-engine/shared-documents.js';

const uri = 'file:///a.ts';

function server() {
  let text: string | null = null;
  const versions: number[] = [];
  const documents = new SharedDocuments<string>({
    open: (document) => {
      assert.equal(text, null, 'never opened twice');
      ({ text } = document);
      versions.push(document.version);
    },
    change: (_, version, now, changes) => {
      const [change] = changes;
      if (change && !change.range) assert.equal(change.text, now);
      text = now;
      versions.push(version);
    },
    close: () => {
      text = null;
    },
  });
  return { documents, text: () => text, versions };
}
const document = (text: string, version = 1) => ({ uri, languageId: 'typescript', version, text });

test('one editor: its versions and changes reach the server as they are', () => {
  const { documents, text, versions } = server();
  documents.open('one', document('a', 7));
  documents.change('one', uri, 9, 'ab', [{ range: { start: { line: 0, character: 1 }, end: { line: 0, character: 1 } }, text: 'b' }]);
  assert.equal(text(), 'ab');
  assert.deepEqual(versions, [7, 9]);
  documents.close('one', uri);
  assert.equal(text(), null);
});

test('two editors: the server knows the text of the one that asks; versions only grow', () => {
  const { documents, text, versions } = server();
  documents.open('one', document('first', 5));
  documents.open('two', document('second', 1));
  documents.show('one', uri);
  assert.equal(text(), 'first');
  documents.change('two', uri, 2, 'second!', [{ text: 'second!' }]);
  assert.equal(text(), 'second!');
  documents.change('one', uri, 6, 'first!', [{ range: { start: { line: 0, character: 5 }, end: { line: 0, character: 5 } }, text: '!' }]);
  assert.equal(text(), 'first!', 'a change against another text is sent whole');
  documents.show('two', uri);
  assert.equal(text(), 'second!');
  assert.deepEqual(
    versions,
    [...versions].sort((a, b) => a - b),
  );
  assert.equal(new Set(versions).size, versions.length);
  documents.closeAll('two');
  assert.equal(text(), 'first!', 'the other still has it open');
  documents.close('one', uri);
  assert.equal(text(), null);
});

test('an editor that opens the same text changes nothing', () => {
  const { documents, versions } = server();
  documents.open('one', document('same'));
  documents.open('two', document('same'));
  documents.show('two', uri);
  assert.deepEqual(versions, [1]);
});
