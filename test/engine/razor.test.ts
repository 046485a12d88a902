/** Razor: the code of components and pages, static methods behind their types, texts of elements, and printed texts with values joined to letters. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const source = `
-- src/Pages/Detail.razor --
@page "/berths/{Name}"
@using Harbour.Shared
<h1>Upcoming Tides</h1>
<p>@Texts.GetString(_berth)</p>
@code {
    private string? _berth;

    [Parameter]
    public string Name { get; set; } = "";

    private string Describe()
    {
        return Texts.GetString(_berth);
    }
}
-- src/Views/Index.cshtml --
@functions {
    string Title() { return "Berths"; }
}
<h1>@Title()</h1>
-- src/Texts.cs --
namespace Harbour.Shared {
    public static class Texts { public static string GetString(object value) { return ""; } }
    public class Reader { public string Read(System.Data.IDataReader rs) { return rs.GetString("a"); } }
}
-- src/tides.py --
LOG_SUCCESS = """\\
Tide %(name)s[%(id)s] ebbed away in %(runtime)ss: %(depth)s\\
"""

def warn_of(level, name):
    print('Low water mark (%ss) reached for %s[%s]' % (level, name, 1))
`;

test('code of Razor has symbols, and a static method is called behind its type', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const { hits } = await engine.symbols({ query: '', filters: { paths: ['src/**/*.razor', 'src/**/*.cshtml'] } });
  assert.deepEqual(hits.map(({ qualifiedName, symbolKind }) => `${symbolKind} ${qualifiedName}`).sort(), [
    'component Detail',
    'field Detail._berth',
    'method Detail.Describe',
    'method Title',
    'property Detail.Name',
  ]);
  const { items } = await engine.related({ symbol: 'Texts.GetString', kinds: ['called_by'] });
  assert.deepEqual(items.map(({ symbol }) => symbol.qualifiedName).sort(), ['Detail', 'Detail.Describe']);
});

test('labels of elements, and printed texts whose values are joined to letters or stand in long strings', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const first = async (query: string): Promise<string | undefined> => (await engine.retrieve({ query })).results[0]?.qualifiedName;
  assert.equal(await first('Upcoming Tides'), 'Detail');
  assert.equal(await first('Tide north.spring[4cc7438e] ebbed away in 0.3s: 8'), 'LOG_SUCCESS');
  assert.equal(await first('Low water mark (300s) reached for north.spring[12]'), 'warn_of');
});
