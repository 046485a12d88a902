/** Analysed files survive the way from a worker to the main thread. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyseFile } from '../../server/analysis/analyse-file.js';
import { packFile, unpackFile } from '../../server/analysis/pack-file.js';
import { createOutliner } from '../../server/io/syntax/outline.js';

const outliner = await createOutliner();
const texts = {
  'src/köfte.ts': `import { fold, type Plate as Dish } from './dish.js';
/** Serves 🍽 what was ordered. TODO: nothing else, and never twice the same dish for the same table of guests. */
export abstract class Kitchen<T> extends Room implements Place {
  private readonly open = true;
  protected async serve(plate: Dish, ...more: T[]): Promise<void> {
    await fold(plate, more);
  }
}
`,
  'README.md': '# Title\n\nText.\n\n## Part\n\n\ud800 is half a character.\n',
  'empty.py': '',
};

for (const [path, text] of Object.entries(texts)) {
  test(`${path} comes back as it was`, async () => {
    const source = { path, text, contentHash: 'h', sizeBytes: text.length, mtimeMs: 1.5, origin: 'disk' as const };
    const file = await analyseFile(source, outliner.outline, null, new Set());
    assert.deepEqual(unpackFile(structuredClone(packFile(file))), file);
    const known = new Set(file.parts.slice(0, 2).map(({ hash }) => hash));
    const partly = { ...(await analyseFile(source, outliner.outline, null, known)), vectors: new Float32Array(4) };
    const unpacked = unpackFile(packFile(partly));
    assert.deepEqual({ ...unpacked, parts: [] }, { ...partly, parts: [] });
    // Of what was embedded only that it was: the text stays behind.
    assert.deepEqual(
      unpacked.parts,
      partly.parts.map((part) => (part.text === undefined ? part : { ...part, text: '' })),
    );
  });
}
