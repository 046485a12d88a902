/** Names the handler of each request that is served after `initialize`. */
import {
  forgetMethod,
  reindexMethod,
  relatedMethod,
  retrieveBatchMethod,
  retrieveMethod,
  secretsMethod,
  semanticSymbolMethod,
  showMethod,
  statusMethod,
  unforgetMethod,
} from '../../protocol/methods.js';
import type { RequestHandler } from './dispatch.js';
import { executeCommand } from './requests/commands.js';
import { forget, reindex, status, unforget } from './requests/index-control.js';
import { related } from './requests/related.js';
import { retrieve } from './requests/retrieve.js';
import { retrieveBatch } from './requests/retrieve-batch.js';
import { secrets } from './requests/secrets.js';
import { show } from './requests/show.js';
import { semanticSymbol, workspaceSymbol } from './requests/symbols.js';
import type { Session } from './session.js';

export { documentHandlers } from './document-sync.js';

export const requestHandlers = (session: Session): readonly (readonly [string, RequestHandler])[] => [
  [retrieveMethod, retrieve(session)],
  [retrieveBatchMethod, retrieveBatch(session)],
  [relatedMethod, related(session)],
  [showMethod, show(session)],
  [semanticSymbolMethod, semanticSymbol(session)],
  ['workspace/symbol', workspaceSymbol(session)],
  [statusMethod, status(session)],
  [reindexMethod, reindex(session)],
  [forgetMethod, forget(session)],
  [unforgetMethod, unforget(session)],
  [secretsMethod, secrets(session)],
  ['workspace/executeCommand', executeCommand(session)],
];
