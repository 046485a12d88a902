/** A process that embeds what is missing and keeps every batch as it comes, to be killed at any moment. argv: provider URL, file. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { openHttpProvider } from '../../server/io/embedding/http/open-http.js';
import { silent } from '../../server/util/log.js';

const [, , baseUrl, file] = process.argv as [string, string, string, string];
const texts = Array.from({ length: 40 }, (_, i) => `text ${i}`);
const kept = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
const missing = texts.filter((text) => !kept.has(text));
const provider = openHttpProvider({ provider: 'ollama', model: 'm', baseUrl, batchTexts: 2, concurrency: 1 }, { log: silent, env: {} });
for await (const { indices } of provider.embedBatches(missing)) appendFileSync(file, indices.map((i) => `${missing[i]}\n`).join(''));
await provider.close();
