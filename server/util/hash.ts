/** Content hashes. SHA-1 cut to 80 bits: collisions among billions of chunks stay below one in a million; it is no signature. */
import { createHash } from 'node:crypto';

export const hashOf = (data: string | Uint8Array): string => createHash('sha1').update(data).digest('base64url').slice(0, 14);
