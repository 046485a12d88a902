/** What packs have contributed, as one line. */
import type { Status } from '../../core/model/answer.js';

/** Null without a source of packs. */
export function packLine({ packs, problems }: Pick<Status, 'packs' | 'problems'>): string | null {
  if (!packs) return null;
  const { source, state, commit, records, bytes, filesWithEdges } = packs;
  const failure = problems.find(({ code }) => code === 'packs');
  if (failure) return failure.message;
  if (state === 'fetching') return `packs of ${source}: still being fetched`;
  if (commit === null) return `packs of ${source}: none of this commit or of those before it`;
  const edges = filesWithEdges > 0 ? `, with edges for ${filesWithEdges} files` : '';
  return `packs of ${source}: ${records} contents of commit ${commit.slice(0, 12)}, ${(bytes / 1e6).toFixed(1)} MB${edges}`;
}
