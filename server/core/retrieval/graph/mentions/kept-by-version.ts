/** What is read of the files of an index and kept until that changes. */
import type { IndexReader } from '../../ports.js';

/**
 * Reads anew where files have come or gone or one with these names has changed: an edit of code changes nothing here.
 * @param names of files whose contents are read
 */
export function keptByVersion<Of extends object, Reader extends Pick<IndexReader, 'generation' | 'filesVersion'>>(
  names: readonly string[],
  read: (reader: Reader) => Of,
): (reader: Reader) => Of {
  const known = new WeakMap<Reader, { readonly generation: number; readonly version: string; readonly value: Of }>();
  return (reader) => {
    const kept = known.get(reader);
    const { generation } = reader;
    if (kept?.generation === generation) return kept.value;
    const version = reader.filesVersion(names);
    const value = kept?.version === version ? kept.value : read(reader);
    known.set(reader, { generation, version, value });
    return value;
  };
}
