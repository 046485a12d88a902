// Owns the manifests for registries and agents: `node scripts/make-manifests.mjs` writes them from package.json, with `--check` it only
// says which of them differ. `node scripts/make-manifests.mjs --mcpb FILE` packs the MCP bundle.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleManifest, manifests, packageManifest } from './manifests/manifests.mjs';
import { zipFile } from './manifests/zip-file.mjs';
import { root } from './native/places.mjs';

const asText = (manifest) => `${JSON.stringify(manifest, null, 2)}\n`;

/** Paths of the committed manifests that are not as package.json has it. */
export const staleManifests = () =>
  Object.entries(manifests).flatMap(([path, manifest]) => (readFileSync(join(root, path), 'utf8') === asText(manifest) ? [] : [path]));

/** The program of the bundle: this version of the package, from npm. */
const start = `import { spawn } from 'node:child_process';

const args = ['-y', '${packageManifest.name}@${packageManifest.version}', 'mcp', ...process.argv.slice(2)];
const child = spawn('npx', args, { stdio: 'inherit', shell: process.platform === 'win32' });
child.on('error', (error) => {
  process.stderr.write(\`npx could not be started: \${error.message}\\n\`);
  process.exitCode = 1;
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
`;

/** Writes the MCP bundle to a file. */
export const packMcpb = (file) =>
  writeFileSync(
    file,
    zipFile({
      'manifest.json': asText(bundleManifest),
      'server/start.mjs': start,
      LICENSE: readFileSync(join(root, 'LICENSE')),
    }),
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [flag, file] = process.argv.slice(2);
  if (flag === '--check') {
    const stale = staleManifests();
    for (const path of stale) process.stderr.write(`${path} is not what scripts/make-manifests.mjs writes\n`);
    process.exitCode = stale.length > 0 ? 1 : 0;
  } else if (flag === '--mcpb') packMcpb(file ?? `${packageManifest.name}.mcpb`);
  else for (const [path, manifest] of Object.entries(manifests)) writeFileSync(join(root, path), asText(manifest));
}
