/** The C# projects of a workspace, read as text: why a server may resolve little in them, one line for each cause. Nothing is evaluated. */
import { join } from 'node:path';
import type { AdapterContext } from '../adapter.js';
import { walkFolders } from './walk-folders.js';

const walk = { skipped: /^(?:\.|node_modules$|bin$|obj$|packages$)/, maxFolders: 3_000, maxDepth: 8 };
/** How long a result is reused. It is needed for each answer. */
const knownForMs = 10_000;
const known = new Map<string, { readonly at: number; readonly remarks: readonly string[] }>();
/** Projects that a remark names. */
const maxNamed = 3;

export const installedSdks = (dotnet: string): readonly [string, ...string[]] => [dotnet, '--list-sdks'];

interface CsharpProjects {
  /** Relative paths of project files, with their texts. */
  readonly projects: readonly { readonly path: string; readonly text: string }[];
  readonly hasSolution: boolean;
  /** Source files in no project's folder. */
  readonly loose: readonly string[];
}

export function csharpProjectRemarks(context: AdapterContext): readonly string[] {
  const { folder } = context;
  const last = known.get(folder);
  if (last && performance.now() - last.at < knownForMs) return last.remarks;
  const remarks = remarksOf(context, findProjects(context));
  known.set(folder, { at: performance.now(), remarks });
  return remarks;
}

function findProjects({ folder, readText }: AdapterContext): CsharpProjects {
  const projects: { path: string; text: string }[] = [];
  const sources: string[] = [];
  let hasSolution = false;
  for (const { folder: at, entries } of walkFolders(folder, walk)) {
    for (const { name } of entries) {
      const path = join(at, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/');
      if (/\.slnx?$/.test(name)) hasSolution = true;
      if (name.endsWith('.csproj')) projects.push({ path, text: readText(join(at, name)) ?? '' });
      if (name.endsWith('.cs')) sources.push(path);
    }
  }
  const folders = projects.map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1));
  return { projects, hasSolution, loose: sources.filter((path) => !folders.some((one) => path.startsWith(one))) };
}

function remarksOf(context: AdapterContext, { projects, loose }: CsharpProjects): string[] {
  const { folder, exists, readText } = context;
  if (projects.length === 0)
    return [
      'no project (.csproj) in the workspace: C# files are not resolved; "dotnet new classlib" in the folder of the sources creates one',
    ];
  const remarks: string[] = [];
  const add = (found: readonly string[], text: (named: string) => string) => {
    const more = found.length > maxNamed ? ` and ${found.length - maxNamed} more` : '';
    if (found.length > 0) remarks.push(text(found.slice(0, maxNamed).join(', ') + more));
  };
  const paths = (some: CsharpProjects['projects']) => some.map(({ path }) => path);
  const sdks = sdkVersions(context);
  const pinned = pinnedSdk(readText(join(folder, 'global.json')));
  if (pinned !== null && sdks.length > 0 && !sdks.some((one) => satisfies(one, pinned)))
    remarks.push(
      `global.json asks for the .NET SDK ${pinned.version}, and ${sdks.at(-1)} is installed: install it, https://dotnet.microsoft.com/download`,
    );
  const broken = projects.filter(({ text }) => !/<Project\b[\s\S]*<\/Project>|<Project\b[^>]*\/>/.test(text));
  add(paths(broken), (named) => `${named}: not a valid project file: its sources are not resolved`);
  const newest = Number.parseInt(sdks.at(-1) ?? '', 10);
  const tooNew = projects.filter(({ text }) => targetsOf(text).some((one) => Number(/^net(\d+)\.\d/.exec(one)?.[1]) > newest));
  add(
    paths(tooNew),
    (named) => `${named}: targets a newer .NET than the installed SDK ${sdks.at(-1)}: https://dotnet.microsoft.com/download`,
  );
  const notSdk = projects.filter((one) => !broken.includes(one) && !/\bSdk\s*=|<(?:Import|Sdk)\b/.test(one.text));
  add(paths(notSdk), (named) => `${named}: not an SDK-style project: it may not load outside of Windows`);
  const usable = projects.filter((one) => !broken.includes(one) && !tooNew.includes(one) && !notSdk.includes(one));
  const isRestored = (path: string) => exists(join(folder, path, '../obj/project.assets.json'));
  add(
    paths(usable.filter(({ path }) => !isRestored(path))),
    (named) => `${named}: not restored: run "dotnet restore"; until then packages and the framework may be unresolved`,
  );
  const several = usable.filter(({ text }) => targetsOf(text).length > 1);
  add(paths(several), (named) => `${named}: several target frameworks: code that only one of them compiles may be unresolved`);
  add(loose, (named) => `in no project: ${named}: not resolved`);
  return remarks;
}

/** Installed versions, oldest first; empty if unknown. */
function sdkVersions({ which, output }: AdapterContext): readonly string[] {
  const dotnet = which('dotnet');
  if (dotnet === null) return [];
  const [command, ...args] = installedSdks(dotnet);
  return (output(command, args) ?? '').split('\n').flatMap((line) => /^(\d[\w.+-]*)\s/.exec(line)?.[1] ?? []);
}

interface PinnedSdk {
  readonly version: string;
  readonly rollForward: string;
}

function pinnedSdk(text: string | null): PinnedSdk | null {
  try {
    const { sdk } = JSON.parse((text ?? '').replace(/^\uFEFF/, '').replace(/^[ \t]*\/\/.*$/gm, '')) as {
      sdk?: { version?: string; rollForward?: string };
    };
    return typeof sdk?.version === 'string' ? { version: sdk.version, rollForward: sdk.rollForward ?? 'latestPatch' } : null;
  } catch {
    return null;
  }
}

/** Whether an installed SDK may stand in for the one that global.json names. */
function satisfies(installed: string, { version, rollForward }: PinnedSdk): boolean {
  const [major = 0, minor = 0, patch = 0] = numbers(installed);
  const [wantedMajor = 0, wantedMinor = 0, wantedPatch = 0] = numbers(version);
  if (rollForward === 'disable') return installed === version;
  const isNotOlder =
    major > wantedMajor || (major === wantedMajor && (minor > wantedMinor || (minor === wantedMinor && patch >= wantedPatch)));
  if (/major/i.test(rollForward)) return isNotOlder;
  if (/minor/i.test(rollForward)) return isNotOlder && major === wantedMajor;
  const isSameBand = major === wantedMajor && minor === wantedMinor;
  // A feature band is the hundreds of the patch.
  return isNotOlder && isSameBand && (/feature/i.test(rollForward) || Math.floor(patch / 100) === Math.floor(wantedPatch / 100));
}

const numbers = (version: string): number[] => version.split(/[.-]/, 3).map((part) => Number.parseInt(part, 10));

/** `net8.0;netstandard2.0`: values of TargetFramework and TargetFrameworks that are no expressions. */
const targetsOf = (text: string): string[] =>
  [...text.matchAll(/<TargetFrameworks?\b[^>]*>([^<]*)</g)].flatMap(([, list = '']) =>
    list
      .split(';')
      .map((one) => one.trim())
      .filter((one) => /^\w/.test(one)),
  );
