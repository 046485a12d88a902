/**
 * C# with csharp-ls and the .NET SDK: several projects, language features, missing and broken projects, and trust.
 * Skipped where dotnet or the server is not installed.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import test from 'node:test';
import { whichProgram } from '../../server/io/language-servers/discovery/executables.js';
import { runCli, type Workspace, workspace } from '../support/real-engine.js';
import '../support/test-servers.js';
import { serverMissing } from '../support/server-process.js';
import type { Json } from '../support/test-client.js';

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

const filesOf = (place: Workspace): string[] => readdirSync(place.folder, { recursive: true, encoding: 'utf8' }).sort();

/** Edges of a symbol as `kind name server`, and the messages of the problems. */
async function related(place: Workspace, symbol: string, ...flags: string[]): Promise<{ edges: string[]; problems: string }> {
  const where = ['--with-servers', '--json', '-w', place.folder, '--cache-dir', place.cacheDir, ...flags];
  const { code, stdout, stderr } = await runCli(['related', symbol, ...where]);
  assert.equal(code, 0, stderr);
  const { items, problems } = JSON.parse(stdout);
  const edges = items.map((one: Json) => `${one.kind} ${one.symbol.qualifiedName} ${String(one.provenance).split(' ')[0]}`);
  return { edges: edges.sort(), problems: problems.map(({ message }: Json) => message).join('\n') };
}

test('C#: two projects, and edges of the language features', options, async (t) => {
  const place = workspace(t, shop);
  place.write('Shop/Shop.csproj', project());
  place.write('Cart/Cart.csproj', project(reference));
  restored(place, 'Cart/Cart.csproj');
  const before = filesOf(place);
  const edges = async (symbol: string) => {
    const found = await related(place, symbol, '--trusted');
    assert.equal(found.problems, '');
    return found.edges.join('\n');
  };
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
  const untrusted = await related(place, 'Cart.Pay');
  assert.match(untrusted.problems, /csharp-ls: not started: it would run programs of the workspace, which is not trusted/);
  assert.doesNotMatch(untrusted.edges.join(), /csharp-ls/);
  assert.ok(!existsSync(mark), 'a program of the workspace was run');
  await related({ ...place, cacheDir: `${place.cacheDir}-trusted` }, 'Cart.Pay', '--trusted');
  assert.ok(existsSync(mark), 'the attack does not work with trust either, so the test shows nothing');
});

test('C#: a project that is not restored, and a broken one beside a good one: said, and the good one has edges', options, async (t) => {
  const place = workspace(t, shop);
  place.write('Shop/Shop.csproj', '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>');
  place.write('Cart/Cart.csproj', project());
  place.write('Alone/Alone.cs', 'class Alone { int One() => Two(); int Two() => 2; }\n');
  place.write('Alone/Alone.csproj', project());
  restored(place, 'Alone/Alone.csproj');
  const { edges, problems } = await related(place, 'Alone.One', '--trusted');
  assert.match(edges.join('\n'), /calls Alone\.Two csharp-ls/);
  assert.match(problems, /Shop\/Shop\.csproj: not a valid project file/);
  assert.match(problems, /Cart\/Cart\.csproj: not restored: run "dotnet restore"/);
  const doctor = await runCli(['doctor', place.folder, '--trusted', '--cache-dir', place.cacheDir]);
  assert.match(doctor.stdout, /Cart\/Cart\.csproj: not restored/);
});
