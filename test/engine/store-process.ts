/** A second process for the tests of the index store: opens an index and does what its arguments say. Not a test. */
import { openIndex } from '../../server/io/stores/open-index.js';
import { silent } from '../../server/util/log.js';
import { embedder, fileOf, type SymbolLike } from './store-fixture.js';

/** File `f` of version `version`: every chunk says so, in its words and in its vector. */
export const versionedFile = (f: number, version: number) =>
  fileOf(
    `src/f${f}.ts`,
    Array.from(
      { length: 6 },
      (_, s): SymbolLike => ({ name: `f${f}s${s}`, body: `file${f} version${version}`, calls: [`f${f}s${s + 1}`] }),
    ),
  );
export const versionedFiles = 12;

const [mode, folder, vectorSearch] = process.argv.slice(2);
if (mode && folder) {
  const index = await openIndex({ folder, embedder, vectorSearch: vectorSearch === 'auto' ? 'auto' : 'exact', log: silent });
  process.on('disconnect', () => process.exit(0));
  if (mode === 'commit') {
    for (let version = 1; ; version++) {
      for (let f = 0; f < versionedFiles; f += 4) {
        index.writer.commit([0, 1, 2, 3].map((i) => versionedFile(f + i, version)));
        process.send?.({ version });
      }
      if (version % 3 === 0) await index.maintenance.maintain(new AbortController().signal);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  index.writer.commit([
    fileOf('shared.ts', [{ name: 'shared', body: 'walrus' }]),
    fileOf('open.ts', [{ name: 'unsaved', body: 'walrus' }], { origin: 'buffer' }),
  ]);
  index.writer.markComplete();
  await index.vectorsReady();
  process.send?.({ copy: index.copyNumber, faissPid: index.faissPid });
}
