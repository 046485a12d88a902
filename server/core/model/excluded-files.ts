/** Why files are not indexed: the rule for one path, and the rules that exclude the files below a folder. */
import type { WorkspacePath } from './file.js';
import { counted } from './progress.js';

export type ExclusionKind =
  /** A line of an ignore file. */
  | 'ignoreFile'
  | 'setting'
  | 'forgotten'
  /** A default exclude: version control, dependencies, build output, secrets, binaries, lock files, minified files. */
  | 'builtIn'
  | 'size'
  | 'link'
  /** A device, pipe or socket. */
  | 'notAFile'
  /** Another workspace folder lists it. */
  | 'otherRoot'
  | 'outside'
  | 'missing'
  /** Read and skipped: binary, minified, unreadable. */
  | 'content'
  /** No rule excludes it; the index has not been compared with the disk since it came. */
  | 'notYet';

export interface Excluded {
  readonly kind: ExclusionKind;
  /** Names the rule for a person, e.g. ".gitignore:1 `/*`". The same rule always has the same text. */
  readonly rule: string;
}

export interface RuleCount {
  readonly rule: string;
  readonly files: number;
  /** Folders that the rule excludes as a whole and that were not opened (dependencies, version control). */
  readonly folders: number;
}

/** The files on disk below a folder, by the rules alone. */
export interface FolderSurvey {
  /** Files that no rule excludes. */
  readonly accepted: readonly WorkspacePath[];
  /** The rule that excludes most comes first. */
  readonly rules: readonly RuleCount[];
  /** False where the folder holds more files than were counted. */
  readonly isWhole: boolean;
}

export interface RootExcluded extends Omit<FolderSurvey, 'accepted'> {
  readonly root: { readonly name: string; readonly folder: string };
  /** Prefix of the workspace paths of its files; '' in a workspace of one root. */
  readonly prefix: string;
}

const maxRules = 5;

/** For a root without an indexed file. */
export function describeRootExcluded({ root, rules, isWhole }: Omit<RootExcluded, 'prefix'>): string {
  if (rules.length === 0) return `workspace folder ${root.name} holds no files`;
  return `no file of workspace folder ${root.name} is indexed: ${describeRules({ rules, isWhole })}`;
}

/** What each rule excludes; the rules that exclude least are counted only. '' where there are none. */
export function describeRules({ rules, isWhole }: Pick<FolderSurvey, 'rules' | 'isWhole'>): string {
  const named = rules.slice(0, maxRules).map(({ rule, files, folders }) => {
    const amounts = [...(files ? [counted(files, 'files')] : []), ...(folders ? [counted(folders, 'folders')] : [])];
    return `${rule} excludes ${isWhole ? '' : 'at least '}${amounts.join(' and ')}`;
  });
  if (rules.length > maxRules) named.push(`${counted(rules.length - maxRules, 'more rules')} exclude others`);
  return named.join('; ');
}
