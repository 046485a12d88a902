/** What doctor and answers say about C# projects that cannot be read completely. Nothing is run. */
import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { csharpLs } from '../../server/io/language-servers/adapters/csharp.js';
import { adapterContext } from '../../server/io/language-servers/discovery/executables.js';
import { findServer } from '../../server/io/language-servers/discovery/find-server.js';
import { csharpProjectRemarks } from '../../server/io/language-servers/projects/csharp-projects.js';
import { workspace } from '../support/real-engine.js';

const project = (targets: string) =>
  `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFrameworks>${targets}</TargetFrameworks></PropertyGroup></Project>`;

/** With the .NET SDKs 8.0.404 and 10.0.100. */
function remarksOf(t: TestContext, files: Readonly<Record<string, string>>): readonly string[] {
  const place = workspace(t);
  for (const [path, text] of Object.entries(files)) place.write(path, text);
  const context = adapterContext(place.folder, true, place.cacheDir);
  const output = () => '8.0.404 [/usr/share/dotnet/sdk]\n10.0.100 [/usr/share/dotnet/sdk]';
  return csharpProjectRemarks({ ...context, which: () => '/usr/bin/dotnet', output });
}

const restored = { 'a/obj/project.assets.json': '{}' };
const cases: readonly { readonly name: string; readonly files: Readonly<Record<string, string>>; readonly said: readonly RegExp[] }[] = [
  { name: 'good', files: { 'a/a.csproj': project('net10.0'), 'a/a.cs': '', 'global.json': '{}', ...restored }, said: [] },
  { name: 'no project', files: { 'a.cs': '' }, said: [/^no project \(\.csproj\) in the workspace/] },
  { name: 'not restored', files: { 'a/a.csproj': project('net8.0') }, said: [/^a\/a\.csproj: not restored: run "dotnet restore"/] },
  {
    name: 'a framework that is too new',
    files: { 'a/a.csproj': project('net11.0') },
    said: [/targets a newer \.NET than the installed SDK 10\.0\.100/],
  },
  {
    name: 'two frameworks',
    files: { 'a/a.csproj': project('net8.0;netstandard2.0'), ...restored },
    said: [/^a\/a\.csproj: several target frameworks/],
  },
  { name: 'broken', files: { 'a/a.csproj': '<Project Sdk="x"><Prop' }, said: [/^a\/a\.csproj: not a valid project file/] },
  {
    name: 'a project of old form',
    files: { 'a/a.csproj': '<Project ToolsVersion="4.0"><ItemGroup></ItemGroup></Project>' },
    said: [/^a\/a\.csproj: not an SDK-style project/],
  },
  {
    name: 'a file in no project',
    files: { 'a/a.csproj': project('net10.0'), ...restored, 'b/b.cs': '' },
    said: [/^in no project: b\/b\.cs/],
  },
  {
    name: 'an SDK that is not installed',
    files: { 'a/a.csproj': project('net8.0'), ...restored, 'global.json': '{ "sdk": { "version": "9.0.100" } }' },
    said: [/^global\.json asks for the \.NET SDK 9\.0\.100, and 10\.0\.100 is installed/],
  },
  {
    name: 'an SDK in place of another',
    files: {
      'a/a.csproj': project('net8.0'),
      ...restored,
      'global.json': '{ "sdk": { "version": "9.0.100", "rollForward": "latestMajor" } }',
    },
    said: [],
  },
  {
    name: 'an SDK of the same feature band',
    files: { 'a/a.csproj': project('net8.0'), ...restored, 'global.json': '{ "sdk": { "version": "8.0.401" } }' },
    said: [],
  },
];

for (const { name, files, said } of cases)
  test(`C# projects: ${name}`, (t) => {
    const remarks = remarksOf(t, files);
    assert.equal(remarks.length, said.length, remarks.join('\n'));
    for (const [i, pattern] of said.entries()) assert.match(remarks[i] as string, pattern);
  });

test('C#: a server without the dotnet command, and one that needs a newer .NET', {
  skip: process.platform === 'win32' ? 'shell scripts' : false,
}, async (t) => {
  const place = workspace(t);
  const tool = (path: string, script: string) => {
    place.write(path, `#!/bin/sh\n${script}\n`);
    chmodSync(place.file(path), 0o755);
  };
  const found = async (folder: string) => {
    const context = adapterContext('/nowhere', true, place.cacheDir);
    const before = process.env['PATH'];
    process.env['PATH'] = place.file(folder);
    try {
      const server = await findServer(csharpLs, context);
      return server.kind === 'missing' ? `${server.reason}; ${server.install}` : 'found';
    } finally {
      process.env['PATH'] = before;
    }
  };
  tool('without/csharp-ls', 'echo csharp-ls, 1.0.0');
  assert.match(await found('without'), /need the \.NET SDK: the dotnet command is not on PATH.*dotnet tool install --global csharp-ls/);
  tool('old/csharp-ls', 'echo "You must install or update .NET to run this application." >&2; exit 150');
  tool('old/dotnet', 'exit 0');
  assert.match(await found('old'), /csharp-ls does not run: You must install or update \.NET to run this application\./);
});
