// Packs the VS Code extension as a file that VS Code installs: `node scripts/pack-vscode.mjs [FILE]` bundles clients/vscode and
// packs it into a .vsix, offline.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync } from 'node:zlib';
import { build } from 'esbuild';
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
    'extension/README.md': readFileSync(join(folder, 'README.md')),
    'extension/LICENSE.txt': readFileSync(join(root, 'LICENSE')),
  };
  writeFileSync(file, zip(Object.entries(entries).map(([name, content]) => ({ name, content: Buffer.from(content) }))));
}

const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/>\
<Default Extension=".cjs" ContentType="application/javascript"/><Default Extension=".md" ContentType="text/markdown"/>\
<Default Extension=".txt" ContentType="text/plain"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>
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

/** A zip archive of deflated entries with UTF-8 names; their time is always the earliest, so that equal sources give equal files. */
function zip(entries) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const path = Buffer.from(name);
    const data = deflateRawSync(content);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0); // version that can extract
    header.writeUInt16LE(0x0800, 2); // UTF-8 name
    header.writeUInt16LE(8, 4); // deflate
    header.writeUInt16LE(0x21, 8); // 1980-01-01
    header.writeUInt32LE(crc32(content), 10);
    header.writeUInt32LE(data.length, 14);
    header.writeUInt32LE(content.length, 18);
    header.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), header, path, data);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), header, rest, path);
    offset += 4 + header.length + path.length + data.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await packVscode(process.argv[2] ?? 'context-language-server.vsix');
