/**
 * Code for one operating system, told by folder or file suffix (`win/pipe.c`, `file_windows.go`, `exec.darwin.ts`).
 * Where a project has a variant for each, the one for the user's own system is meant unless the question says otherwise.
 */
export type Platform = 'linux' | 'macos' | 'windows' | 'other';

const names: Readonly<Record<string, Platform>> = {
  linux: 'linux',
  darwin: 'macos',
  macos: 'macos',
  osx: 'macos',
  win: 'windows',
  win32: 'windows',
  windows: 'windows',
};

/** The system that a path names, or null. Only whole folders and the last part of a file's stem count. */
function platformOf(path: string): Platform | null {
  const segments = path.toLowerCase().split('/');
  const stem = (segments.pop() as string).replace(/(?<=.)\.[^.]*$/, '');
  for (const segment of segments) if (names[segment]) return names[segment];
  return names[/[_.-]([a-z0-9]+)$/.exec(stem)?.[1] ?? ''] ?? null;
}

export function isForOtherPlatform(path: string, own: Platform): boolean {
  const platform = platformOf(path);
  return platform !== null && own !== 'other' && platform !== own;
}
