/** PostgreSQL inside of the process, for tests: connects to a new database in memory, or to one in a folder (`file:` URL). */
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { Connect } from '../../server/io/stores/postgres/database-thread.js';

export const connect: Connect = async ({ url }) => {
  const database = await PGlite.create({ ...(url.startsWith('file:') && { dataDir: fileURLToPath(url) }), extensions: { vector } });
  return {
    async query(sql, parameters) {
      if (parameters === null) {
        await database.exec(sql);
        return [];
      }
      return (await database.query<unknown[]>(sql, [...parameters], { rowMode: 'array' })).rows;
    },
  };
};
