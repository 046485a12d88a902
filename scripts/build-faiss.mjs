// Makes faiss-node work, in a checkout and in an installed package: as it is, by its
// prebuilt binary, or compiled against the system's libfaiss. Never fails: exact search replaces FAISS.

import { ensureNatives } from './native/natives.mjs';
import { say } from './native/run.mjs';

const missing = await ensureNatives({ names: ['faiss-node'], retry: 'always' });
if (missing.length === 0) say('faiss-node works');
