/** Why files are not indexed: the rule for one path, and what the rules leave out below a root where nothing is indexed. */
import { counted } from './progress.js';

export interface Excluded {
  readonly kind: 'ignoreFile' | 'setting' | 'forgotten' | 'builtIn' | 'size' | 'unreadable' | 'notAFile' | 'otherRoot';
  /** Names the rule for a person, e.g. ".gitignore:1 `/*`". The same rule always has the same text. */
  readonly rule: string;
}

export interface RootExcluded {
  readonly root: { readonly name: string; readonly folder: string };
  /** What the workspace paths of its files begin with; '' in a workspace of one root. */
  readonly prefix: string;
  /** The one that leaves out most first. */
  readonly rules: readonly RuleCount[];
  /** False where the folder holds more files than were looked at. */
  readonly isWhole: boolean;
}

export interface RuleCount {
  readonly rule: string;
  readonly files: number;
  /** Folders that the rule leaves out as a whole and that were not looked into (dependencies, version control). */
  readonly folders: number;
}

const maxRules = 5;

/** For a root without an indexed file. */
export function describeRootExcluded({ root, rules, isWhole }: Omit<RootExcluded, 'prefix'>): string {
  if (rules.length === 0) return `workspace folder ${root.name} holds no files`;
  const named = rules.slice(0, maxRules).map(({ rule, files, folders }) => {
    const amounts = [...(files ? [counted(files, 'files')] : []), ...(folders ? [counted(folders, 'folders')] : [])];
    return `${rule} leaves out ${isWhole ? '' : 'at least '}${amounts.join(' and ')}`;
  });
  if (rules.length > maxRules) named.push(`${counted(rules.length - maxRules, 'more rules')} leave out others`);
  return `no file of workspace folder ${root.name} is indexed: ${named.join('; ')}`;
}
