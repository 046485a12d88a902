/** Entry of the process that runs a transformer: answers requests one at a time and ends when the server does. */
import { messageOf } from '../../../util/bug.js';
import { type LoadedModel, loadModel } from './load-model.js';
import type { Reply, Request } from './messages.js';

let model: LoadedModel | null = null;
const send = (seq: number, reply: Reply): void => {
  if (process.connected) process.send?.({ seq, reply });
};

async function answer(seq: number, request: Request): Promise<Reply> {
  if (request.kind === 'load') {
    model = await loadModel(request.settings, (progress) => send(seq, progress));
    return { kind: 'loaded', dimensions: model.dimensions };
  }
  if (!model) throw new Error('no model is loaded');
  const rows = request.kind === 'embed' ? await model.embed(request.texts) : await model.score(request.query, request.documents);
  return { kind: 'rows', rows };
}

process.on('message', async ({ seq, request }: { seq: number; request: Request }) => {
  try {
    send(seq, await answer(seq, request));
  } catch (error) {
    send(seq, { kind: 'error', message: messageOf(error) });
  }
});
process.on('disconnect', () => process.exit(0));
