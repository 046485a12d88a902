/** A process of its own for kill-while-indexing.test.ts: it opens a workspace and kills itself at the given progress report. */
import { openEngine } from '../../server/compose.js';
import { silent } from '../../server/util/log.js';

const [folder, cacheDir, at] = process.argv.slice(2);
if (folder && cacheDir) {
  const die = () => process.kill(process.pid, 'SIGKILL');
  const engine = await openEngine({ roots: [{ name: 'workspace', folder }], cacheDir, settings: { workers: 2 }, watch: false }, silent);
  let reports = 0;
  engine.onProgress(({ done, total, phase }) => {
    if (at === 'measuring' ? phase === 'indexing' && done > 0 && done === total : reports++ === Number(at)) die();
    if (phase === 'ready') die();
  });
}
