import { zipSync } from 'fflate';

/** A zip archive of texts and buffers by name; their time is always the same, so that equal sources give equal files. */
export const zipFile = (entries) =>
  zipSync(
    Object.fromEntries(Object.entries(entries).map(([name, content]) => [name, [Buffer.from(content), { mtime: '1980-01-01T12:00:00' }]])),
  );
