/**
 * A worker's caches for documents that are being edited, so that a new version costs only what has changed: syntax
 * trees, and words and hashes by their text. Bounded; the documents edited last stay.
 */
import { plainFunctions, type TextFunctions } from '../core/chunking/text-functions.js';
import { DocumentTrees } from '../io/syntax/tree-sitter/outline-tree.js';
import { fingerprintOf } from '../util/hash.js';

/** A person edits one file, a rename over a project a few at a time. */
const maxDocuments = 4;
/** A tree takes some fifty times its text. */
const maxChars = 1_000_000;

export interface EditedDocument {
  readonly trees: DocumentTrees;
  /** Functions that remember the results of the version before. Each call begins a version. */
  nextVersion(): TextFunctions;
}

export class DocumentMemory {
  readonly #documents = new Map<string, EditedDocument>();

  /** What is kept of a document; null for one that is too large to be kept. */
  of(path: string, text: string): EditedDocument | null {
    const known = this.#documents.get(path);
    this.#documents.delete(path);
    if (text.length > maxChars) {
      known?.trees.forget();
      return null;
    }
    const document = known ?? newDocument();
    this.#documents.set(path, document);
    for (const [oldest, { trees }] of this.#documents) {
      if (this.#documents.size <= maxDocuments) break;
      trees.forget();
      this.#documents.delete(oldest);
    }
    return document;
  }
}

function newDocument(): EditedDocument {
  const words = new Memo(plainFunctions.wordsOf);
  const hashes = new Memo(plainFunctions.hashOf);
  return {
    trees: new DocumentTrees(),
    nextVersion() {
      words.nextVersion();
      hashes.nextVersion();
      return { wordsOf: (text) => words.get(text), hashOf: (text) => hashes.get(text) };
    },
  };
}

/** A function's results, kept for as long as each version asks for them again. */
class Memo {
  readonly #compute: (text: string) => string;
  /** By fingerprint: the texts themselves would double the memory. */
  #before = new Map<number, string>();
  #now = new Map<number, string>();

  constructor(compute: (text: string) => string) {
    this.#compute = compute;
  }
  nextVersion(): void {
    this.#before = this.#now;
    this.#now = new Map();
  }
  get(text: string): string {
    const key = fingerprintOf(text);
    let result = this.#now.get(key);
    if (result === undefined) {
      result = this.#before.get(key) ?? this.#compute(text);
      this.#now.set(key, result);
    }
    return result;
  }
}
