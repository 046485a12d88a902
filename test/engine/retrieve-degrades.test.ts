/** Whatever part of the index fails, a question is answered from the others, and the answer says so. */
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import picomatch from 'picomatch';
import type { Answer, Question, SymbolAnswer } from '../../server/core/model/answer.js';
import { indexError, type Problem, providerError, withProblems } from '../../server/core/model/problem.js';
import { type RetrievalPorts, retrieve as retrieveInto } from '../../server/core/retrieval/pipeline.js';
import type { Embedder, IndexReader } from '../../server/core/retrieval/ports.js';
import { searchSymbols as searchSymbolsInto } from '../../server/core/retrieval/recall/search-symbols.js';
import { openIndex } from '../../server/io/stores/open-index.js';
import { cl100kCounter } from '../../server/io/tokenizer/cl100k.js';
import { silent } from '../../server/util/log.js';
import { packageRoot } from '../../server/util/package-root.js';
import { settledEngine, workspace } from '../support/real-engine.js';
import { shop } from '../support/shop.js';

const retrieve = async (
  open: RetrievalPorts,
  question: Question,
  known: readonly Problem[] = [],
  signal?: AbortSignal,
): Promise<Answer> => {
  const problems = [...known];
  return withProblems(await retrieveInto(open, question, problems, signal), problems);
};
const searchSymbols = async (open: RetrievalPorts, query: string): Promise<SymbolAnswer> => {
  const problems: Problem[] = [];
  return withProblems(await searchSymbolsInto(open, { query }, problems), problems);
};

type Broken = Partial<Record<keyof IndexReader, () => unknown>>;

/** Retrieval over a real index of which some parts fail. */
async function ports(t: TestContext): Promise<(broken: Broken, embedder?: Partial<Embedder>) => RetrievalPorts> {
  const place = workspace(t, shop);
  const engine = await settledEngine(place);
  const { model, indexFolder } = engine.status();
  await engine.close();
  const index = await openIndex({ folder: dirname(indexFolder), embedder: model, vectorSearch: 'exact', log: silent });
  place.atEnd(() => index.close());
  return (broken, embedder) => ({
    reader: new Proxy<IndexReader>(index.reader, {
      get(target, name) {
        const value = broken[name as keyof IndexReader] ?? Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
    // One direction that every chunk shares a little: enough to search with.
    embedder: {
      embedQuery: async () => ({ vector: new Float32Array(model.dimensions).fill(1 / Math.sqrt(model.dimensions)), model, problem: null }),
      similarity: () => 0,
      ...embedder,
    },
    reranker: () => null,
    tokens: cl100kCounter(join(packageRoot, 'server/assets/cl100k.bin')),
    globs: (globs) => picomatch([...globs], { dot: true }),
    now: () => performance.now(),
  });
}

const fails = (): never => {
  throw indexError('the disk is on fire');
};
const codes = (answer: Pick<Answer, 'problems'>): string[] => answer.problems.map(({ code }) => code);

test('answers from words without vectors, from vectors without words, from names without both', async (t) => {
  const open = await ports(t);
  const ask = (broken: Broken, query = 'retryWithBackoff', embedder?: Partial<Embedder>) => retrieve(open(broken, embedder), { query });

  const whole = await ask({});
  assert.deepEqual([whole.results[0]?.name, whole.isIncomplete, codes(whole)], ['retryWithBackoff', false, []]);

  const withoutVectors = await ask({ similar: async () => fails() }, 'request again after a pause');
  assert.equal(withoutVectors.results[0]?.path, 'src/retry.ts');
  assert.deepEqual([withoutVectors.isIncomplete, codes(withoutVectors)], [true, ['vectorsMissing']]);
  assert.match(withoutVectors.problems[0]?.message ?? '', /vectors could not be searched: the disk is on fire/);

  const withoutModel = await ask({}, 'request again after a pause', { embedQuery: () => Promise.reject(providerError('no model')) });
  assert.deepEqual([withoutModel.results[0]?.path, codes(withoutModel)], ['src/retry.ts', ['vectorsMissing']]);

  const withoutWords = await ask({ lexical: fails });
  assert.ok(withoutWords.results.length > 0);
  assert.deepEqual([withoutWords.isIncomplete, codes(withoutWords)], [true, ['lexicalMissing']]);

  const namesAlone = await ask({ lexical: fails, similar: async () => fails() });
  assert.equal(namesAlone.results[0]?.name, 'retryWithBackoff');
  assert.deepEqual(codes(namesAlone).sort(), ['lexicalMissing', 'vectorsMissing']);

  const nothing = await ask({ lexical: fails, similar: async () => fails(), named: fails, searchNames: fails });
  assert.deepEqual([nothing.results, nothing.isIncomplete], [[], true]);
  assert.deepEqual([...new Set(codes(nothing))].sort(), ['lexicalMissing', 'noMatch', 'storage', 'vectorsMissing']);
  const failed = nothing.problems.filter(({ code }) => code === 'storage').map(({ message }) => message);
  assert.deepEqual(failed, ['names could not be searched: the disk is on fire', 'texts could not be looked up: the disk is on fire']);
});

test('symbol search degrades in the same way', async (t) => {
  const open = await ports(t);
  const ask = (broken: Broken, query: string) => searchSymbols(open(broken), query);
  const named = await ask({ similar: async () => fails(), lexical: fails }, 'ShoppingCart');
  assert.deepEqual([named.hits[0]?.name, named.isIncomplete], ['ShoppingCart', true]);
  const meant = await ask({ named: fails, searchNames: fails }, 'ShoppingCart');
  assert.equal(meant.isIncomplete, true);
  assert.match(meant.problems[0]?.message ?? '', /the disk is on fire/);
});

test('a defect is not a problem of the answer: the question is rejected', async (t) => {
  const open = await ports(t);
  const defect = (): never => {
    throw new TypeError('undefined is not a function');
  };
  const query = 'request again after a pause';
  for (const broken of ['lexical', 'named', 'similar', 'similarNames'] as const)
    await assert.rejects(retrieve(open({ [broken]: defect }), { query: `${query} zzqqvv` }), TypeError, broken);
  await assert.rejects(retrieve(open({}, { embedQuery: () => Promise.reject(new RangeError('a bug')) }), { query }), RangeError);
  await assert.rejects(searchSymbols(open({ lexical: defect }), query), TypeError);
});

test('a question that is cancelled during the search is not ranked', async (t) => {
  const open = await ports(t);
  const cancelled = new AbortController();
  let isRanked = false;
  const broken: Broken = {
    similar: async () => {
      cancelled.abort();
      return [];
    },
    // Read by ranking, after the search.
    fileImportance: () => {
      isRanked = true;
      return 0;
    },
  };
  await assert.rejects(retrieve(open(broken), { query: 'retryWithBackoff' }, [], cancelled.signal), { name: 'AbortError' });
  assert.equal(isRanked, false);
});

test('a useless or failing embedder costs only the vectors', async (t) => {
  const open = await ports(t);
  const { model } = await open({}).embedder.embedQuery('');
  for (const vector of [new Float32Array(256), new Float32Array(3).fill(1), new Float32Array(256).fill(Number.NaN)]) {
    const answer = await retrieve(open({}, { embedQuery: async () => ({ vector, model, problem: null }) }), { query: 'retryWithBackoff' });
    assert.equal(answer.results[0]?.name, 'retryWithBackoff');
    assert.equal(
      answer.isIncomplete,
      vector.some((value) => value !== 0),
      JSON.stringify(answer.problems),
    );
  }
});

test("every answer has the problems of the engine's state", async (t) => {
  const open = await ports(t);
  const known = [{ code: 'indexing', message: 'indexing: 3 of 9 files', incomplete: true }] as const;
  for (const query of ['retryWithBackoff', '', 'zzzz qqqq'])
    assert.deepEqual((await retrieve(open({}), { query }, known)).problems[0], known[0], query);
});

test('FAISS and exact search give the same answers, and the status names the one in use', async (t) => {
  const place = workspace(t, shop);
  const exact = await settledEngine(place, { vectorSearch: 'exact' });
  const fast = await settledEngine(place, { vectorSearch: 'auto' });
  assert.deepEqual(exact.status().vectorIndex, { kind: 'exact', reason: 'exact search was asked for' });
  assert.ok(fast.status().vectorIndex.reason.length > 0);
  for (const query of ['try a failed request again', 'ShoppingCart', 'how orders are shipped']) {
    const [one, two] = await Promise.all([exact, fast].map((engine) => engine.retrieve({ query })));
    const shown = ({ results, problems }: Answer) => ({ results: results.map(({ key }) => key), problems });
    assert.deepEqual(shown(one as Answer), shown(two as Answer), query);
  }
});
