/** Where code is that may use a symbol. */
import type { FileRole } from '../core/model/file.js';

export const CODE_ROLES: readonly FileRole[] = ['source', 'test', 'example', 'declaration', 'legacy', 'migration', 'script'];
