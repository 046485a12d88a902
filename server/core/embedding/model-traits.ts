/**
 * What is known of embedding models by name: how token vectors become one vector, and what is put before a question or a
 * document. A model used without its prefixes loses a third of its recall and says nothing, so the table is by name, for every
 * provider. Sources: the models' own cards and sentence-transformers configurations.
 */

/** `first`: the vector of the first token (CLS); `given`: the model's own sentence output. */
export type Pooling = 'mean' | 'first' | 'last' | 'given';

export interface ModelTraits {
  readonly pooling: Pooling;
  readonly queryPrefix: string;
  readonly documentPrefix: string;
  /** Longer texts are cut. */
  readonly maxTokens: number;
  /** Null where the name does not tell. */
  readonly dimensions: number | null;
}

interface KnownModel extends ModelTraits {
  readonly matches: RegExp;
}

const bgeQuery = 'Represent this sentence for searching relevant passages: ';

const knownModels: readonly KnownModel[] = [
  {
    matches: /jina-embeddings-v2-base-code/,
    pooling: 'mean',
    queryPrefix: '',
    documentPrefix: '',
    maxTokens: 8192,
    dimensions: 768,
  },
  {
    matches: /coderank-?embed/,
    pooling: 'first',
    queryPrefix: 'Represent this query for searching relevant code: ',
    documentPrefix: '',
    maxTokens: 8192,
    dimensions: 768,
  },
  {
    matches: /all-minilm(?:-l6)?(?:-v2|:|$)/,
    pooling: 'mean',
    queryPrefix: '',
    documentPrefix: '',
    maxTokens: 256,
    dimensions: 384,
  },
  {
    matches: /bge-small-en-v1\.5/,
    pooling: 'first',
    queryPrefix: bgeQuery,
    documentPrefix: '',
    maxTokens: 512,
    dimensions: 384,
  },
  {
    matches: /nomic-embed-text/,
    pooling: 'mean',
    queryPrefix: 'search_query: ',
    documentPrefix: 'search_document: ',
    maxTokens: 2048,
    dimensions: 768,
  },
  {
    matches: /embedding-?gemma/,
    // Two dense layers follow its pooling; they are inside the model's own output.
    pooling: 'given',
    queryPrefix: 'task: code retrieval | query: ',
    documentPrefix: 'title: none | text: ',
    maxTokens: 2048,
    dimensions: 768,
  },
];

const unknownModel: ModelTraits = { pooling: 'mean', queryPrefix: '', documentPrefix: '', maxTokens: 512, dimensions: null };

/** @param model a hub name, an Ollama tag, a folder: its last two segments count, in any case. */
function knownModel(model: string): KnownModel | null {
  const name = model.replaceAll('\\', '/').split('/').slice(-2).join('/').toLowerCase();
  return knownModels.find(({ matches }) => matches.test(name)) ?? null;
}

/** Settings win over what the model's folder says, that wins over the table. Absent and undefined are the same. */
export function traitsOf(model: string, ...overrides: readonly Partial<ModelTraits>[]): ModelTraits {
  let { pooling, queryPrefix, documentPrefix, maxTokens, dimensions }: ModelTraits = knownModel(model) ?? unknownModel;
  for (const over of overrides) {
    pooling = over.pooling ?? pooling;
    queryPrefix = over.queryPrefix ?? queryPrefix;
    documentPrefix = over.documentPrefix ?? documentPrefix;
    maxTokens = over.maxTokens ?? maxTokens;
    dimensions = over.dimensions ?? dimensions;
  }
  return { pooling, queryPrefix, documentPrefix, maxTokens, dimensions };
}

/** '' where the vectors are those that the model's name promises; else a mark that keeps them apart from those. */
export function traitsMark(model: string, traits: ModelTraits): string {
  const usual = traitsOf(model);
  const other = (['pooling', 'queryPrefix', 'documentPrefix', 'maxTokens'] as const).filter((key) => traits[key] !== usual[key]);
  return other.map((key) => `${key}=${JSON.stringify(traits[key])}`).join(',');
}
