// Packs the VS Code extension as a file that VS Code installs: `node scripts/pack-vscode.mjs [FILE]` bundles clients/vscode and
// packs it into a .vsix, offline.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { zipFile } from './manifests/zip-file.mjs';
import { root } from './native/places.mjs';

const folder = join(root, 'clients', 'vscode');

/** Writes the .vsix. Throws where the extension does not bundle. */
export async function packVscode(file) {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'src', 'extension.ts')],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode'],
    minify: true,
    write: false,
    logLevel: 'warning',
  });
  const entries = {
    '[Content_Types].xml': contentTypes,
    'extension.vsixmanifest': vsixManifest(JSON.parse(manifest)),
    'extension/package.json': manifest,
    'extension/extension.cjs': outputFiles[0].contents,
    'extension/README.md': withImageAddresses(readFileSync(join(folder, 'README.md'), 'utf8'), JSON.parse(manifest)),
    'extension/LICENSE.txt': readFileSync(join(root, 'LICENSE')),
    ...filesOf('images'),
    ...filesOf('walkthrough'),
  };
  writeFileSync(file, zipFile(entries));
}

// As the marketplace's own packer does: the page of an extension shows images by https only, never by a relative path.
const withImageAddresses = (markdown, { repository: { url, directory } }) =>
  markdown.replaceAll('](images/', `](${url.replace(/^git\+|\.git$/g, '')}/raw/HEAD/${directory}/images/`);

const filesOf = (name) =>
  Object.fromEntries(
    readdirSync(join(folder, name))
      .sort()
      .map((file) => [`extension/${name}/${file}`, readFileSync(join(folder, name, file))]),
  );

const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/>\
<Default Extension=".cjs" ContentType="application/javascript"/><Default Extension=".md" ContentType="text/markdown"/>\
<Default Extension=".txt" ContentType="text/plain"/><Default Extension=".png" ContentType="image/png"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>
`;

const vsixManifest = ({
  name,
  publisher,
  version,
  displayName,
  description,
  categories,
  engines,
}) => `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${displayName}</DisplayName>
    <Description xml:space="preserve">${description}</Description>
    <Categories>${categories.join(',')}</Categories>
    <Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/></Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;

if (process.argv[1] === fileURLToPath(import.meta.url)) await packVscode(process.argv[2] ?? 'context-language-server.vsix');
