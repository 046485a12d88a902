/** A connection by the package pg. */
import pg from 'pg';
import type { Connect } from './database-thread.js';

/** OIDs of bigint and bigint[]: all of ours are below 2^53. */
const BIGINT = 20;
const BIGINTS = 1016;

const parsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === BIGINT) return Number;
    if (oid === BIGINTS) return (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number));
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** @throws for a server that cannot be reached, or refuses */
export const connect: Connect = async ({ url, password, timeoutMs }) => {
  const place = new URL(url);
  // A URL without a password would take the place of one that is given beside it.
  if (password !== undefined) place.password = encodeURIComponent(password);
  const client = new pg.Client({
    connectionString: place.href,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    application_name: 'context-language-server',
    keepAlive: true,
    types: parsers,
  });
  // Between two statements: the next one fails, and says so.
  client.on('error', () => {});
  await client.connect();
  return {
    async query(text, parameters) {
      if (parameters === null) {
        await client.query(text);
        return [];
      }
      return (await client.query({ text, values: [...parameters], rowMode: 'array' })).rows as unknown[][];
    },
  };
};
