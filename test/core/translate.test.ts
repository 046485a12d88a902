/** Questions in other languages are read in English, word by word; English ones and code are left alone. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { contentWords, languages } from '../../server/core/retrieval/query/translation/content-words.js';
import { translate } from '../../server/core/retrieval/query/translation/translate.js';

test('a question in one of ten languages is read in English', () => {
  for (const [question, english] of [
    ['wie wird ein Snapshot erstellt', 'how is Snapshot created'],
    ['wo wird das Passwort geprüft', 'where is password checked'],
    ['wie wird geprüft ob eine Datei zu groß ist', 'how is checked whether file too large is'],
    ['Wo wird die Konfigurationsdatei gelesen?', 'where is configuration file read?'],
    ['Welche Funktion berechnet die Größe des Fensters bei mehreren Clients?', 'which function computed size window in several Clients?'],
    ['Welche Funktion berechnet die Fenstergröße?', 'which function computed window size?'],
    ['où sont supprimés les documents', 'where are deleted document'],
    ['¿dónde se eliminan los documentos?', 'where is deleted document?'],
    ['onde é verificada a senha', 'where is checked password'],
    ['dove viene salvato il file di configurazione', 'where is saved file of configuration'],
    ['jak usuwane są pliki tymczasowe', 'how removed are file temporary'],
    ['где проверяется пароль пользователя', 'where checked password user'],
    ['快照是如何创建的', 'snapshot how created'],
    ['ユーザのパスワードはどこで確認していますか', 'user password where checked'],
    ['문서는 어떻게 삭제되나요', 'document how deleted'],
  ] as const)
    assert.equal(translate(question), english, question);
});

test('a question about a name becomes the phrase that is read as such; the name stays', () => {
  for (const [question, english] of [
    ['wer ruft createStore auf', 'who calls createStore'],
    ['wo ist IndexScheduler definiert', 'where is IndexScheduler defined'],
    ['qui appelle render_template', 'who calls render_template'],
    ['quién llama a parse_url', 'who calls parse_url'],
    ['кто вызывает parseUrl', 'who calls parseUrl'],
    ['谁调用了 createStore', 'who calls createStore'],
    ['HttpClient 在哪里定义', 'where is HttpClient defined'],
    ['wo wird `retry_all` verwendet', 'where is retry_all used'],
    ['Unterschied zwischen Box::open und Box::close', 'difference between Box::open und Box::close'.replace(' und ', ' and ')],
  ] as const)
    assert.equal(translate(question), english, question);
});

test('English, names and code stay as they are', () => {
  for (const question of [
    'where is the password checked',
    'how does la function work',
    'what does die() do',
    'createStore',
    'class Foo',
    'die Datei',
    'os.path.join(com, name)',
    'panic: runtime error: invalid memory address or nil pointer dereference\n\tat main.main() github.com/x/y/main.go:12',
    'Copy the item text: ToRunes aliases the rune array, so the text "日本語" is cut in the middle of a character',
  ])
    assert.equal(translate(question), null, question);
});

test('each line of the table has a word in every language', () => {
  for (const line of contentWords.trim().split('\n')) assert.equal(line.split('|').filter(Boolean).length, languages.length + 1, line);
});
