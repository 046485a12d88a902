/**
 * textDocument/did*: synchronizes documents and engine. Handlers are synchronous, so that a request that comes after
 * a change is answered after it (read your writes). Documents outside the workspace are kept but not passed to the engine.
 */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import * as z from 'zod';
import type { Engine } from '../../core/engine/engine-api.js';
import type { WorkspacePath } from '../../core/model/file.js';
import { optional } from '../../protocol/common.js';
import { uriToPath } from '../../util/uri.js';
import type { NotificationHandler } from './dispatch.js';
import { validate } from './errors.js';
import type { Session } from './session.js';

const document = z.object({ uri: z.string() });
const version = optional(z.number());
// Some clients send numbers beyond LSP's uinteger for "end of line"; the change still counts.
const position = z.object({ line: z.number().min(0), character: z.number().min(0) });
const range = z.object({ start: position, end: position });
// A change with an invalid range must not be read as one without a range, which replaces the whole text.
const whole = z.object({ text: z.string(), range: optional(z.undefined()) });
const openParams = z.object({
  textDocument: z.object({ uri: z.string(), languageId: z.string().catch(''), version: z.number().catch(0), text: z.string() }),
});
const changeParams = z.object({
  textDocument: z.object({ uri: z.string(), version }),
  contentChanges: z.array(z.union([z.object({ range, text: z.string() }), whole])),
});
const documentParams = z.object({ textDocument: document });
const watchedParams = z.object({ changes: z.array(z.object({ uri: z.string(), type: z.number() })) });
const changeKinds = { 1: 'created', 2: 'changed', 3: 'deleted' } as const;

export function documentHandlers(session: Session): [string, NotificationHandler][] {
  const { documents } = session;
  const inWorkspace = (uri: string, act: (engine: Engine, path: WorkspacePath) => void) => {
    // An engine receives all documents when it opens.
    const engine = session.holder.engine;
    const path = engine && session.pathOf(uri, engine);
    if (engine && path !== null) act(engine, path);
  };
  const pass = (changed: TextDocument) => inWorkspace(changed.uri, (engine, path) => engine.changeDocument(path, changed.getText()));

  return [
    [
      'textDocument/didOpen',
      (params) => {
        const { textDocument } = validate('textDocument/didOpen', openParams, params);
        const opened = documents.open(textDocument.uri, textDocument.languageId, textDocument.version, textDocument.text);
        inWorkspace(opened.uri, (engine, path) => engine.openDocument(path, opened.getText(), opened.languageId || undefined));
        session.passThrough?.pass.opened(opened);
      },
    ],
    [
      'textDocument/didChange',
      (params) => {
        const { textDocument, contentChanges } = validate('textDocument/didChange', changeParams, params);
        const changed = documents.change(textDocument.uri, textDocument.version ?? 0, contentChanges, session.encoding);
        if (changed) {
          session.passThrough?.pass.changed(changed.document, changed.changes);
          pass(changed.document);
        } else session.log('warn', `a change to a document that is not open: ${textDocument.uri}`);
      },
    ],
    [
      'textDocument/didSave',
      (params) => {
        const { textDocument } = validate('textDocument/didSave', documentParams, params);
        session.passThrough?.pass.saved(textDocument.uri);
        inWorkspace(textDocument.uri, (engine, path) => engine.filesChanged([{ kind: 'changed', path }]));
      },
    ],
    [
      'textDocument/didClose',
      (params) => {
        const { uri } = validate('textDocument/didClose', documentParams, params).textDocument;
        documents.close(uri);
        // The file may be open under another spelling of its URI: then that document's text counts.
        const file = uriToPath(uri);
        const other = file === null ? undefined : documents.ofFile(file);
        session.passThrough?.pass.closed(uri, other);
        if (other) return pass(other);
        inWorkspace(uri, (engine, path) => engine.closeDocument(path));
      },
    ],
    [
      'workspace/didChangeWatchedFiles',
      (params) => {
        const { changes } = validate('workspace/didChangeWatchedFiles', watchedParams, params);
        session.passThrough?.filesChanged(params);
        const engine = session.holder.engine;
        if (!engine) return;
        const known = changes.flatMap(({ uri, type }) => {
          const file = uriToPath(uri);
          const path = file === null ? null : engine.entryPath(file);
          const kind = changeKinds[type as keyof typeof changeKinds];
          return path !== null && kind ? [{ kind, path }] : [];
        });
        if (known.length > 0) engine.filesChanged(known);
      },
    ],
  ];
}
