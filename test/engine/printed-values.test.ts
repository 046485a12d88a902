/** Messages as a program has printed them, with its values, lead to the code that prints them; so do keys of settings as they are written. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const translation = (language: string): string => `
-- share/shop_${language}.ts --
<?xml version="1.0" ?><!DOCTYPE TS><TS version="2.1" language="${language}">
<context>
    <name>QObject</name>
    <message>
        <source>Unsupported format %1</source>
        <translation>${language} %1</translation>
    </message>
    <message>
        <source>Cannot find price list: %1</source>
        <translation>${language} %1</translation>
    </message>
</context>
</TS>`;

const source = `
-- src/Export.cpp --
int run(QString format, QString name)
{
    if (format.isEmpty())
        return fail(tr("Entry %1 has no %2 yet.").arg(name, format));
    err << QObject::tr("Unsupported format %1").arg(format) << endl;
    return 1;
}
-- src/Prices.cpp --
int prices(QString list)
{
    err << QObject::tr("Cannot find price list: %1").arg(list) << endl;
    return 1;
}
-- src/Formats.cpp --
/** Formats that are supported and formats that are unsupported, by their names: yaml, xml, csv. */
QString supportedFormats() { return "xml csv"; }
-- tests/TestExport.cpp --
void testExport()
{
    compare(run("yaml", "a"), "Unsupported format yaml");
}
-- src/report.go --
package report
func (p *printer) Finish(s Summary) {
	p.P("Crates:      %5d new, %5d moved, %5d unloaded\\n", s.New, s.Moved, s.Unloaded)
	p.P("unloaded %v crates, %v in %s", s.Total, size(s), duration(s))
}
-- src/stream.go --
package stream
func lockFile(folder string) string { return folder + "/berth.lock" }
func openStream(id int) string { return fmt.Sprintf("%d/tide-stream.wav", id) }
// The request for a stream is answered with a status, which a reader gets: ok, failed, 500.
func answerRequest(status int) int { return status }
-- src/tides.lsp --
(defun tide-error (depth)
  (throw 'error (format nil "Error.~%The tide is too low.~%Wait for a depth of ~a metres." depth)))
-- src/Config.cpp --
static const QHash<Key, Setting> settings = {
    {Key::Security_HideLists, {QS("Security/HideLists"), true}},
    {Key::Security_LockIdle, {QS("Security/LockIdle"), false}},
};
static const QHash<QString, Key> former = {
    {QS("security/hidelists"), Key::Security_HideLists},
    {QS("security/HideLists"), Key::Security_HideLists},
};
-- src/harbour.html --
<button type="button" ng-click="mendNets()"><span class="icon"></span>&nbsp;<span translate>Mend All</span></button>
<p translate>
  Are you sure you want to sink boat {%name%}?
</p>
-- src/nets.ts --
export function mendAllNets(all: string[]) { return all.map((net) => net.trim()); }
${Array.from({ length: 45 }, (_, i) => translation(`l${i}`)).join('\n')}
`;

test('finds the code of a printed message that a test and many translations have too', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const first = async (query: string): Promise<string> => {
    const [found] = (await engine.retrieve({ query })).results;
    return `${found?.path} ${found?.reason}`;
  };
  const isText = 'contains the quoted text';
  assert.equal(await first('Entry garden/rake has no barcode yet.'), `src/Export.cpp ${isText}`);
  assert.equal(await first('Unsupported format yaml'), `src/Export.cpp ${isText}`);
  assert.equal(await first('Crates: 312 new, 14 moved, 88231 unloaded'), `src/report.go ${isText}`);
  assert.equal(await first('unloaded 88557 crates, 41.230 GiB in 3:12'), `src/report.go ${isText}`);
  assert.equal(await first('The tide is too low. Wait for a depth of 3.5 metres.'), `src/tides.lsp ${isText}`);
  assert.equal(await first('Cannot find price list: /tmp/x.csv'), `src/Prices.cpp ${isText}`);
  // The text of an element; a question that has the form of a label is one where an element has it as a whole.
  assert.equal(await first('Are you sure you want to sink boat ?'), `src/harbour.html ${isText}`);
  assert.equal(await first('Mend All'), `src/harbour.html ${isText}`);
  const named = async (query: string) => (await engine.retrieve({ query })).results[0]?.name;
  assert.equal(await named('the request for tide-stream.wav is answered with status 500'), 'openStream');
  assert.equal(await named('why can berth.lock not be created when a stream is open'), 'lockFile');
  const key = (await engine.retrieve({ query: 'Security/HideLists' })).results[0];
  assert.equal(`${key?.path} ${key?.name}`, 'src/Config.cpp settings');
});
