// The supply chain: known vulnerabilities, licences, install scripts, the bill of materials, and two tarballs with the same hash.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../native/places.mjs';
import { licences, productionPackages } from '../sbom.mjs';

const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  '0BSD',
  'CC0-1.0',
  'Unlicense',
]);
/** One of the alternatives is enough. */
const isAllowed = (licence) =>
  licence
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((one) => allowed.has(one));

export async function run({ log }) {
  const findings = [...audit(log), ...licenceFindings(log), ...scriptFindings(log), ...tarballs(log)];
  for (const finding of findings) log(`  FINDING: ${finding}`);
  log(`supply: ${findings.length} findings`);
  return findings.length === 0;
}

function audit(log) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8', timeout: 120_000 });
  try {
    const { metadata, error, message } = JSON.parse(stdout);
    if (!metadata) throw new Error(error?.summary ?? message ?? 'no answer');
    log(`  vulnerabilities in production dependencies: ${metadata.vulnerabilities.total}`);
    return metadata.vulnerabilities.total > 0 ? [`npm audit --omit=dev finds ${metadata.vulnerabilities.total}`] : [];
  } catch (error) {
    log(`  npm audit: the registry does not serve it (${error.message.slice(0, 200)})`);
    return [];
  }
}

function licenceFindings(log) {
  const findings = [];
  for (const [licence, names] of licences()) {
    log(`  licence ${licence}: ${names.length} packages`);
    if (!isAllowed(licence)) findings.push(`licence ${licence}: ${names.join(', ')}`);
  }
  return findings;
}

/** A package with an install script runs code when it is installed: each is allowed or refused in package.json by name. */
function scriptFindings(log) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const production = new Set(productionPackages().map(({ name }) => name));
  const scripted = Object.entries(packages).flatMap(([path, one]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return one.hasInstallScript && production.has(name) ? [name] : [];
  });
  log(`  packages with install scripts: ${scripted.join(', ') || 'none'}`);
  return scripted
    .filter((name) => allowScripts[name] === undefined)
    .map((name) => `${name} has an install script that package.json does not name`);
}

function tarballs(log) {
  const hashes = [1, 2].map(() => {
    const folder = mkdtempSync(join(tmpdir(), 'campaign-supply-'));
    try {
      execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: root, stdio: 'ignore' });
      return createHash('sha256')
        .update(readFileSync(join(folder, readdirSync(folder)[0])))
        .digest('hex');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  log(`  tarballs: ${hashes.join(' ')}`);
  return hashes[0] === hashes[1] ? [] : ['two runs of npm pack give different tarballs'];
}
