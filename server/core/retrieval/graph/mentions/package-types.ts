/** Java and Kotlin: which of several types of one name a file means. What it imports by the name comes first, then its own package. */
import { remembered } from '../../../../util/remembered.js';
import type { ChunkRecord } from '../../../model/chunk.js';
import type { IndexReader } from '../../ports.js';

/** Languages whose imports name a package from its root. */
export const namesWholePackages: ReadonlySet<string> = new Set(['java', 'kotlin']);

type Chooser = <T extends Pick<ChunkRecord, 'fileId' | 'path'>>(records: readonly T[], type: string, from: ChunkRecord) => readonly T[];

/** @returns of records that are types of a name, or members of such types, those of the package that a file means by the name; all where that is not known */
export function packageChooser(reader: IndexReader): Chooser {
  const packages = new Map<number, string>();
  const packageOf = (fileId: number): string => remembered(packages, fileId, () => packageIn(reader.fileText(fileId) ?? ''));
  return (records, type, from) => {
    const [first] = records;
    if (!first || !namesWholePackages.has(from.language) || records.every(({ path }) => path === first.path)) return records;
    const own = records.filter(({ fileId }) => fileId === from.fileId);
    if (own.length) return own;
    const imported = reader.imports(from.fileId).find(({ name, module }) => name === type && module !== null)?.module;
    const meant = imported === undefined || imported === null ? `${packageOf(from.fileId)}.` : `${imported}.`;
    // An import of a type within a type names that as well.
    const isMeant = (fileId: number): boolean => (imported ? meant.startsWith(`${packageOf(fileId)}.`) : `${packageOf(fileId)}.` === meant);
    const chosen = records.filter(({ fileId }) => isMeant(fileId));
    return chosen.length ? chosen : records;
  };
}

/** The package that a file declares: empty outside of all. */
export const packageIn = (text: string): string => /^[^\S\n]{0,40}(?:namespace|package)[^\S\n]+([\w\\.]+)/m.exec(text)?.[1] ?? '';
