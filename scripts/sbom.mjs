// The software bill of materials: every package that an installation gets, from the lock file, as CycloneDX 1.6. The same lock file gives
// the same bytes. `node scripts/sbom.mjs [FILE]` writes it (default: dist/sbom.cdx.json); `--licences` prints packages by licence.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './native/places.mjs';

const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const nameOf = (path, { name }) => name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Packages that are installed with this one: no development and no peer dependencies. */
export function productionPackages() {
  const { packages } = readJson('package-lock.json');
  return Object.entries(packages)
    .filter(([path, one]) => path.startsWith('node_modules/') && !one.dev && !one.devOptional && !one.peer && !one.link)
    .map(([path, one]) => ({
      name: nameOf(path, one),
      version: one.version,
      licence: one.license ?? null,
      optional: one.optional === true,
      integrity: one.integrity,
    }))
    .filter((one, i, all) => all.findIndex(({ name, version }) => name === one.name && version === one.version) === i)
    .sort((a, b) => (purlOf(a.name, a.version) < purlOf(b.name, b.version) ? -1 : 1));
}

/** CycloneDX 1.6, without a date and a serial number, so that it can be compared. */
export function sbom() {
  const { name, version, license } = readJson('package.json');
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        name,
        version,
        'bom-ref': purlOf(name, version),
        purl: purlOf(name, version),
        licenses: [{ license: { id: license } }],
      },
    },
    components: productionPackages().map(({ name: of, version: at, licence, optional, integrity }) => ({
      type: 'library',
      name: of,
      version: at,
      'bom-ref': purlOf(of, at),
      purl: purlOf(of, at),
      scope: optional ? 'optional' : 'required',
      ...(licence !== null && { licenses: [{ expression: licence }] }),
      ...(integrity?.startsWith('sha512-') && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }],
      }),
    })),
  };
}

export function licences() {
  const by = new Map();
  for (const { name, licence } of productionPackages())
    by.set(licence ?? 'none stated', [...(by.get(licence ?? 'none stated') ?? []), name]);
  return new Map([...by].sort((a, b) => b[1].length - a[1].length));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--licences'))
    for (const [licence, names] of licences()) console.log(`${licence}: ${names.length}: ${[...new Set(names)].join(', ')}`);
  else {
    const file = process.argv[2] ?? join(root, 'dist', 'sbom.cdx.json');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(sbom(), null, 1)}\n`);
    console.log(file);
  }
}
