/** C# without a language server: members by the chains of values before them, static members, and constructors that are called without their name. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { usersIn } from '../support/users-in.js';

test('a private field is used in accessors, arrows and first values, and where it is set', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- Sink.cs --
namespace Shop;
interface ISink { void Emit(string line); }
class Forward : ISink
{
    readonly ISink _sink;
    int _count;
    public Forward(ISink sink)
    {
        _sink = sink;
    }
    public void Emit(string line)
    {
        _sink.Emit(line);
    }
    public int Count
    {
        get => _count;
        set => _count = Guard.Check(value);
    }
    public int Twice => _count * 2;
    readonly string[] _names;
    public IReadOnlyList<string> Names => _names;
    public Action Later => new(() => _sink.Emit("x"));
    public void Reset()
    {
        _count = Guard.Check(0);
    }
    public void Local()
    {
        int _count = 1;
        Use(_count);
    }
}
`,
  );
  assert.deepEqual(await usersOf('Forward._sink'), ['Forward.Emit:13', 'Forward.Forward:9', 'Forward.Later:23']);
  assert.deepEqual(await usersOf('Forward._count'), ['Forward.Count:17', 'Forward.Count:18', 'Forward.Reset:26', 'Forward.Twice:20']);
});

test('parameters of closures have the type of what is held, or of what the function states', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- Desk.cs --
namespace Shop;
public class Item { public string Name { get; set; } public decimal Price { get; set; } }
public class Other { public string Name { get; set; } public decimal Price { get; set; } }
public class Options { public int Size { get; set; } }
public class Desk
{
    readonly List<Item> _items = new List<Item>();
    public IReadOnlyList<Item> All => _items;
    public Dictionary<string, Item> ByName = new();
    public decimal Total() => _items.Where(x => true).Sum(i => i.Price);
    public decimal First() { return All.Single(p => p.Name == "b").Price; }
    public decimal Named() { return ByName["x"].Price; }
    public decimal Cast() { return ((Item)Find()).Price + (Find() as Item).Price; }
    public decimal Over()
    {
        return new Desk()
            .All
            .First()
            .Price;
    }
    public decimal Each() { foreach (var pair in ByName) { Use(pair.Value.Price); } return 0; }
    public object Find() => null;
    public void Configure(string name, Action<Options> set) { }
    public static void Main() { new Desk().Configure("a", options => options.Size = 1); services.Configure<Options>(o => o.Size = 2); }
}
`,
  );
  assert.deepEqual(await usersOf('Item.Price'), [
    'Desk.Cast:13',
    'Desk.Each:21',
    'Desk.First:11',
    'Desk.Named:12',
    'Desk.Over:19',
    'Desk.Total:10',
  ]);
  assert.deepEqual(await usersOf('Item.Name'), ['Desk.First:11']);
  assert.deepEqual(await usersOf('Other.Price'), []);
  assert.deepEqual(await usersOf('Options.Size'), ['Desk.Main:24']);
});

test('a constructor is called by new(), this() and base(), and a use of its type is none', async (t) => {
  const source = `
-- Rate.cs --
namespace Shop;
public class Rate
{
    public static Rate Empty;
    public Rate(int a) { }
    public Rate(int a, int b) : this(a) { }
}
-- Sub.cs --
namespace Shop;
public class Sub : Rate
{
    Rate _rate = new(1);
    public Sub() : base(1, 2) { }
    public Rate Arrow => new(3);
    public Rate Made(bool x) { if (x) return new(5); return Rate.Empty; }
    public Rate Body { get { return new(10); } }
    public bool Is(object o) { return o is Rate && (Rate)o != null; }
}
`;
  const usersOf = await usersIn(t, source);
  assert.deepEqual(await usersOf('Rate.Rate'), ['Rate.Rate:6', 'Sub.Arrow:6', 'Sub.Body:8', 'Sub.Made:7', 'Sub.Sub:5', 'Sub._rate:4']);
});

test('static members and members of enumerations stand behind their type, or alone where a project names it', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- src/Levels/Level.cs --
namespace Shop.Events;
public enum Level { Debug, Fatal }
public static class Names { public const string WriteTo = "to"; public static int Depth = 1; }
-- test/Shop.Tests.csproj --
<Project Sdk="Microsoft.NET.Sdk"></Project>
-- test/Usings.cs --
global using Shop.Events;
global using static Shop.Events.Level;
-- test/Unit/LogTests.cs --
namespace Shop.Tests.Unit;
public class LogTests
{
    public void Runs(Config c) { Write(Debug, "x"); c.Write(c.Fatal, c.WriteTo, Names.WriteTo); }
}
-- other/Other.csproj --
<Project></Project>
-- other/Log.cs --
namespace Other;
public class Log { public void Run(Config c) { Write(Debug, c.Depth); } }
`,
    ['used_by', 'called_by', 'tested_by'],
  );
  assert.deepEqual(await usersOf('Level.Debug'), ['LogTests.Runs:4', '~ Log.Run:2']);
  assert.deepEqual(await usersOf('Level.Fatal'), []);
  assert.deepEqual(await usersOf('Names.WriteTo'), ['LogTests.Runs:4']);
  assert.deepEqual(await usersOf('Names.Depth'), []);
});
