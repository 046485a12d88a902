// Owns the command that gets faiss-node to work, in a checkout and in an installed package alike: as it is, by its
// prebuilt binary, or compiled against the system's libfaiss. It never fails: an exact search stands in.

import { ensureNatives } from './native/natives.mjs';
import { say } from './native/run.mjs';

const missing = await ensureNatives({ names: ['faiss-node'], retry: 'always' });
if (missing.length === 0) say('faiss-node works');
