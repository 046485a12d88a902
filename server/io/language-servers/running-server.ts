/** One language server of one root folder, as the rest of this folder knows it: where it was found, how it is set up, and its supervisor. */
import type { ServerSetting } from '../../core/model/language-server.js';
import type { Adapter, AdapterContext } from './adapter.js';
import type { FoundServer } from './discovery/find-server.js';
import type { SupervisedServer } from './process/supervised-server.js';

export interface RunningServer {
  /** Name of the root folder. */
  readonly root: string;
  readonly adapter: Adapter;
  readonly found: FoundServer & { kind: 'found' };
  readonly context: AdapterContext;
  readonly setting: ServerSetting | undefined;
  readonly server: SupervisedServer;
}
