/**
 * The client's open documents, updated by incremental changes. TextDocument counts in UTF-16, so
 * changes in other encodings are converted against the text that they change.
 */
import type { Position, Range, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { PositionEncoding } from '../../util/text.js';
import { offsetOfColumn } from '../../util/text.js';
import { uriToPath } from '../../util/uri.js';

export interface ChangedDocument {
  readonly document: TextDocument;
  /** The changes in UTF-16. */
  readonly changes: readonly TextDocumentContentChangeEvent[];
}

export class Documents {
  readonly #open = new Map<string, TextDocument>();
  /** URIs under which a file is open, by its path: clients spell URIs in more than one way. */
  readonly #files = new Map<string, Set<string>>();

  open(uri: string, languageId: string, version: number, text: string): TextDocument {
    const document = TextDocument.create(uri, languageId, version, text);
    this.#open.set(uri, document);
    const file = uriToPath(uri);
    if (file !== null) this.#files.set(file, (this.#files.get(file) ?? new Set()).add(uri));
    return document;
  }

  /** Null for a document that is not open. */
  change(
    uri: string,
    version: number,
    changes: readonly TextDocumentContentChangeEvent[],
    encoding: PositionEncoding,
  ): ChangedDocument | null {
    let document = this.#open.get(uri);
    if (!document) return null;
    const inUtf16: TextDocumentContentChangeEvent[] = [];
    // One at a time: each range refers to the text after the change before it.
    for (const change of changes) {
      const utf16 =
        'range' in change && change.range && encoding !== 'utf-16'
          ? { text: change.text, range: toUtf16(document, change.range, encoding) }
          : change;
      document = TextDocument.update(document, [utf16], version);
      inUtf16.push(utf16);
    }
    this.#open.set(uri, document);
    return { document, changes: inUtf16 };
  }

  close(uri: string): void {
    this.#open.delete(uri);
    const file = uriToPath(uri);
    const uris = file === null ? undefined : this.#files.get(file);
    if (file !== null && uris?.delete(uri) && uris.size === 0) this.#files.delete(file);
  }

  /** The open document of a file, for any spelling of its URI. */
  ofFile(file: string): TextDocument | undefined {
    for (const uri of this.#files.get(file) ?? []) return this.#open.get(uri);
    return undefined;
  }

  get(uri: string): TextDocument | undefined {
    return this.#open.get(uri);
  }

  all(): IterableIterator<TextDocument> {
    return this.#open.values();
  }
}

function toUtf16(document: TextDocument, range: Range, encoding: PositionEncoding): Range {
  const text = document.getText();
  const convert = ({ line, character }: Position): Position => {
    const start = document.offsetAt({ line, character: 0 });
    // TextDocument stops at the end of a line, before its line break.
    const end = document.offsetAt({ line, character: Number.MAX_SAFE_INTEGER });
    return document.positionAt(offsetOfColumn(text, start, end, character, encoding));
  };
  return { start: convert(range.start), end: convert(range.end) };
}
