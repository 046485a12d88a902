// Prints what each name of C# projects means, as Roslyn resolves it: `path line character definition`, where `definition` is the
// path, line and character of the declaration (the first one of a partial type). Places are 0-based. Declarations are printed too, and the
// keywords that call a constructor (`new(…)`, `: base(…)`, `: this(…)`); `var` is no name.
// Arguments: the folder, then project files below it.

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.MSBuild;

var folder = args[0].TrimEnd('/') + '/';
using var workspace = MSBuildWorkspace.Create();
foreach (var project in args.Skip(1))
    if (!workspace.CurrentSolution.Projects.Any(one => one.FilePath == project)) await workspace.OpenProjectAsync(project);
foreach (var diagnostic in workspace.Diagnostics) Console.Error.WriteLine(diagnostic.Message);

var output = new StreamWriter(Console.OpenStandardOutput());
foreach (var project in workspace.CurrentSolution.Projects)
{
    var compilation = (CSharpCompilation)(await project.GetCompilationAsync())!;
    foreach (var tree in compilation.SyntaxTrees.Where(tree => tree.FilePath.StartsWith(folder)))
    {
        var model = compilation.GetSemanticModel(tree);
        foreach (var token in (await tree.GetRootAsync()).DescendantTokens().Where(IsName))
            foreach (var symbol in SymbolsOf(model, token))
                foreach (var place in PlacesOf(symbol))
                    output.WriteLine($"{PlaceOf(token.GetLocation())}\t{place}");
    }
}
output.Flush();

static bool IsName(SyntaxToken token) =>
    token.IsKind(SyntaxKind.IdentifierToken)
        ? token.Parent is not IdentifierNameSyntax { IsVar: true }
        : CallsConstructor(token);

static bool CallsConstructor(SyntaxToken token) => token.Parent switch
{
    ImplicitObjectCreationExpressionSyntax => token.IsKind(SyntaxKind.NewKeyword),
    ConstructorInitializerSyntax initializer => token == initializer.ThisOrBaseKeyword,
    _ => false,
};

// A declaration is itself. `new Name()` means the constructor and its type, as an attribute does.
static IEnumerable<ISymbol> SymbolsOf(SemanticModel model, SyntaxToken token)
{
    if (token.Parent is null) yield break;
    if (CallsConstructor(token))
    {
        if (model.GetSymbolInfo(token.Parent).Symbol is { } called)
        {
            yield return called.ContainingType;
            if (!called.IsImplicitlyDeclared) yield return called;
        }
        yield break;
    }
    if (token.Parent is not NameSyntax)
    {
        if (model.GetDeclaredSymbol(token.Parent) is { } declared) yield return declared;
        yield break;
    }
    var info = model.GetSymbolInfo(token.Parent);
    if (info.Symbol is { } symbol) yield return symbol is IAliasSymbol alias ? alias.Target : symbol;
    else if (info.CandidateSymbols.Length == 1 || info.CandidateReason == CandidateReason.MemberGroup)
        foreach (var candidate in info.CandidateSymbols) yield return candidate;
    var name = token.Parent;
    while (name.Parent is QualifiedNameSyntax qualified && qualified.Right == name) name = qualified;
    SyntaxNode? creation = name.Parent is ObjectCreationExpressionSyntax or AttributeSyntax ? name.Parent : null;
    if (creation is not null && model.GetSymbolInfo(creation).Symbol is { IsImplicitlyDeclared: false } constructor)
    {
        yield return constructor;
        if (creation is AttributeSyntax) yield return constructor.ContainingType;
    }
}

IEnumerable<string> PlacesOf(ISymbol symbol)
{
    var original = symbol is IMethodSymbol { ReducedFrom: { } extension } ? extension : symbol;
    original = original.OriginalDefinition;
    if (original is IMethodSymbol { PartialImplementationPart: { } part }) original = part;
    return original.Locations.Where(one => one.IsInSource && one.SourceTree!.FilePath.StartsWith(folder)).Take(1).Select(PlaceOf);
}

string PlaceOf(Location location)
{
    var span = location.GetLineSpan();
    return $"{span.Path[folder.Length..]}\t{span.StartLinePosition.Line}\t{span.StartLinePosition.Character}";
}
