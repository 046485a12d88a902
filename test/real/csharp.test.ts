/**
 * C# with csharp-ls and the .NET SDK: several projects, language features, missing and broken projects, and trust.
 * Skipped where dotnet or the server is not installed.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import test from 'node:test';
import { whichProgram } from '../../server/io/language-servers/discovery/executables.js';
import { runCli, type Workspace, workspace } from '../support/real-engine.js';
import '../support/test-servers.js';
import { pathToUri } from '../../server/util/uri.js';
import { serverMissing, withServer } from '../support/server-process.js';
import { initialize, type Json, openDocument, type TestClient } from '../support/test-client.js';
import { waitUntil } from '../support/wait-until.js';

const lacking = whichProgram('dotnet') === null ? 'no dotnet' : whichProgram('csharp-ls') === null ? 'no csharp-ls' : false;
const options = { skip: serverMissing || lacking, timeout: 300_000 };

/** The framework of the installed SDK, so that nothing has to be downloaded. */
const framework = (): string => `net${Number.parseInt(execFileSync('dotnet', ['--version'], { encoding: 'utf8' }), 10)}.0`;
const project = (inside = '', target = framework()) =>
  `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>${target}</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>${inside}</Project>`;
const reference = '<ItemGroup><ProjectReference Include="../Shop/Shop.csproj" /></ItemGroup>';

const shop = `
-- Shop/Priced.cs --
namespace Shop;

public interface IPriced { int Total(int count); }

public abstract class Priced : IPriced
{
    public abstract int Total(int count);
    protected virtual int Discount() => 0;
}
-- Shop/Prices.cs --
namespace Shop;

public static class Prices
{
    public static int Sum(this IEnumerable<IPriced> items) => items.Sum(one => one.Total(1));
    public static T Cheapest<T>(IEnumerable<T> items) where T : IPriced => items.First();
}

[AttributeUsage(AttributeTargets.All)]
public sealed class LabelAttribute(string name) : Attribute { public string Name => name; }

public record Money(int Amount, string Currency);
-- Cart/Cart.cs --
using Shop;

namespace Carts;

[Label(nameof(Cart))]
public partial class Cart : Priced
{
    public override int Total(int count) => Discount() * count;
    protected override int Discount() => base.Discount() + helper;
}
-- Cart/Cart.Pay.cs --
using Shop;

namespace Carts;

public partial class Cart
{
    private readonly int helper = 1;
    public Money Pay(List<IPriced> all)
    {
        var rows = from one in all where one.Total(2) > 1 select one;
        var money = new Money(rows.Sum(), "EUR");
        Cart first = Prices.Cheapest<Cart>(new[] { this });
        return money with { Amount = first.Total(3) };
    }
}
`;

function restored(place: Workspace, ...projects: string[]): void {
  for (const one of projects) execFileSync('dotnet', ['restore', place.file(one)], { stdio: 'pipe' });
}

const lineOf = (text: string, words: string): number => text.slice(0, text.indexOf(words)).split('\n').length - 1;
const positionIn = (text: string, words: string) => {
  const at = text.indexOf(words);
  return { line: lineOf(text, words), character: at - text.lastIndexOf('\n', at) - 1 };
};

const filesOf = (place: Workspace): string[] => readdirSync(place.folder, { recursive: true, encoding: 'utf8' }).sort();

/** The answer of `context/related` as lines `kind name server`, and the messages of the problems. */
const told = ({ items, problems }: Json) => ({
  edges: items.map((one: Json) => `${one.relation} ${one.symbol.qualifiedName} ${String(one.provenance).split(' ')[0]}`).sort() as string[],
  problems: problems.map(({ message }: Json) => message).join('\n') as string,
});

const allIndexed = (client: TestClient, files: number) =>
  waitUntil(
    'edges of all files',
    async () => {
      const { structure } = await client.request('context/status');
      return structure.some((one: Json) => one.language === 'csharp' && one.state === 'done' && one.withEdges >= files);
    },
    240_000,
  );

/** `context/related` in a workspace of its own index. An editor waits for the servers, so they run at a normal priority. */
async function related(place: Workspace, symbol: string, trusted: 'trusted' | 'untrusted') {
  return withServer(async ({ client }) => {
    const settings = { cacheDir: `${place.cacheDir}-${trusted}`, trusted: trusted === 'trusted', passThrough: true, history: 'off' };
    await initialize(client, { folders: [pathToUri(place.folder)], settings });
    if (trusted === 'trusted') await allIndexed(client, 1);
    let answer: Json;
    // Why a server is not started is known soon after the first answer.
    await waitUntil('the symbol, and what its server lacks', async () => {
      answer = await client.request('context/related', { symbol });
      return answer.of.length > 0 && (trusted === 'trusted' || answer.problems.some(({ code }: Json) => code === 'languageServer'));
    });
    return told(answer);
  });
}

test('C#: two projects, edges of the language features, unsaved text, and requests of an editor', options, async (t) => {
  const place = workspace(t, shop);
  place.write('Shop/Shop.csproj', project());
  place.write('Cart/Cart.csproj', project(reference));
  restored(place, 'Cart/Cart.csproj');
  const before = filesOf(place);
  await withServer(async ({ client }) => {
    const settings = { cacheDir: place.cacheDir, trusted: true, passThrough: true, history: 'off' };
    await initialize(client, { folders: [pathToUri(place.folder)], settings });
    const uriOf = (path: string) => pathToUri(place.file(path));
    const edges = async (symbol: string): Promise<string> => {
      const found = told(await client.request('context/related', { symbol }));
      assert.equal(found.problems, '');
      return found.edges.join('\n');
    };
    const pay = readFileSync(place.file('Cart/Cart.Pay.cs'), 'utf8');
    openDocument(client, uriOf('Cart/Cart.Pay.cs'), pay, 'csharp');
    await allIndexed(client, 4);
    // An override is called through the interface, in another project and in a query.
    assert.match(
      await edges('Cart.Pay'),
      /calls IPriced\.Total csharp-ls[\s\S]*calls Prices\.Cheapest csharp-ls[\s\S]*calls Prices\.Sum csharp-ls/,
    );
    assert.match(await edges('Cart.Discount'), /called_by Cart\.Total csharp-ls[\s\S]*calls Priced\.Discount csharp-ls/);
    // A field of the other part of a partial class.
    assert.match(await edges('Cart.helper'), /used_by Cart\.Discount csharp-ls/);
    // The attribute is written without its suffix.
    assert.match(await edges('LabelAttribute'), /Cart csharp-ls/);
    // A record, by its name and with the name of a parameter.
    assert.match(await edges('Money'), /Cart\.Pay csharp-ls/);

    // The editor's own requests, about unsaved text.
    const unsaved = pay.replace('rows.Sum()', 'helper');
    client.notify('textDocument/didChange', {
      textDocument: { uri: uriOf('Cart/Cart.Pay.cs'), version: 2 },
      contentChanges: [{ text: unsaved }],
    });
    const at = { textDocument: { uri: uriOf('Cart/Cart.Pay.cs') }, position: positionIn(unsaved, 'helper, "EUR"') };
    const [definition] = await client.request('textDocument/definition', at);
    assert.equal(definition.range.start.line, lineOf(unsaved, 'readonly int helper'));
    assert.match(JSON.stringify(await client.request('textDocument/hover', at)), /int/);
    await allIndexed(client, 4);
    await waitUntil('the edge of the unsaved text', async () => /used_by Cart\.Pay csharp-ls/.test(await edges('Cart.helper')), 120_000);
    assert.doesNotMatch(await edges('Cart.Pay'), /calls Prices\.Sum/);
  });
  assert.deepEqual(filesOf(place), before, 'something was written into the workspace');
});

test('C#: project files run programs, and only with trust', {
  ...options,
  skip: options.skip || process.platform === 'win32',
}, async (t) => {
  const place = workspace(t, shop);
  const mark = `${place.cacheDir}-was-run`;
  const evil = `<Target Name="Evil" BeforeTargets="ResolveAssemblyReferences"><Exec Command="touch ${mark}" /></Target>`;
  place.write('Shop/Shop.csproj', project(evil));
  place.write('Cart/Cart.csproj', project(reference));
  restored(place, 'Cart/Cart.csproj');
  rmSync(mark, { force: true });
  const untrusted = await related(place, 'Cart.Pay', 'untrusted');
  assert.match(untrusted.problems, /csharp-ls: not started: it would run programs of the workspace, which is not trusted/);
  assert.doesNotMatch(untrusted.edges.join(), /csharp-ls/);
  assert.ok(!existsSync(mark), 'a program of the workspace was run');
  await related(place, 'Cart.Pay', 'trusted');
  assert.ok(existsSync(mark), 'the attack does not work with trust either, so the test shows nothing');
});

test('C#: a project that is not restored, and a broken one beside a good one: said, and the good one has edges', options, async (t) => {
  const place = workspace(t, shop);
  place.write('Shop/Shop.csproj', '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>');
  place.write('Cart/Cart.csproj', project());
  place.write('Alone/Alone.cs', 'class Alone { int One() => Two(); int Two() => 2; }\n');
  place.write('Alone/Alone.csproj', project());
  restored(place, 'Alone/Alone.csproj');
  const { edges, problems } = await related(place, 'Alone.One', 'trusted');
  assert.match(edges.join('\n'), /calls Alone\.Two csharp-ls/);
  assert.match(problems, /Shop\/Shop\.csproj: not a valid project file/);
  assert.match(problems, /Cart\/Cart\.csproj: not restored: run "dotnet restore"/);
  const doctor = await runCli(['doctor', place.folder, '--trusted', '--cache-dir', place.cacheDir]);
  assert.match(doctor.stdout, /Cart\/Cart\.csproj: not restored/);
});
