/**
 * The positions and URIs in LSP messages, one shape for each type. Everything else (texts, kinds, `data`, arguments of commands) is
 * unchanged.
 */
import type { Position } from 'vscode-languageserver';

interface Visit {
  /** `uri`: the document that the position is in. */
  position(uri: string, position: Position): Position;
  uri(uri: string): string;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a server sends
export type Json = any;
/** `uri`: the document of positions if the value does not name one. Returns a changed copy. */
export type Shape = (value: Json, uri: string, visit: Visit) => Json;

const isObject = (value: unknown): value is Record<string, Json> => typeof value === 'object' && value !== null && !Array.isArray(value);

export const opaque: Shape = (value) => value;

const position: Shape = (value, uri, visit) =>
  isObject(value) && typeof value['line'] === 'number' && typeof value['character'] === 'number'
    ? visit.position(uri, value as Position)
    : value;

const uriText: Shape = (value, _uri, visit) => (typeof value === 'string' ? visit.uri(value) : value);

export const list =
  (item: Shape): Shape =>
  (value, uri, visit) =>
    Array.isArray(value) ? value.map((one) => item(one, uri, visit)) : value;

/** A single one, or a list of them. */
const oneOrMany =
  (item: Shape): Shape =>
  (value, uri, visit) =>
    Array.isArray(value) ? value.map((one) => item(one, uri, visit)) : item(value, uri, visit);

const fields =
  (shapes: Readonly<Record<string, Shape>>): Shape =>
  (value, uri, visit) => {
    if (!isObject(value)) return value;
    const copy = { ...value };
    for (const key of Object.keys(shapes)) if (key in copy) copy[key] = (shapes[key] as Shape)(copy[key], uri, visit);
    return copy;
  };

/** An object that names the document of its positions. */
const located =
  (uriField: string, shapes: Readonly<Record<string, Shape>>): Shape =>
  (value, uri, visit) => {
    if (!isObject(value)) return value;
    const own = typeof value[uriField] === 'string' ? value[uriField] : uri;
    return fields({ ...shapes, [uriField]: uriText })(value, own, visit);
  };

/** Several shapes for different fields. */
const both =
  (...shapes: readonly Shape[]): Shape =>
  (value, uri, visit) =>
    shapes.reduce((now, shape) => shape(now, uri, visit), value);

const range = fields({ start: position, end: position });
const location = located('uri', { range });
const link = both(fields({ originSelectionRange: range }), located('targetUri', { targetRange: range, targetSelectionRange: range }));
export const locations = oneOrMany((value, uri, visit) => (isObject(value) && 'targetUri' in value ? link : location)(value, uri, visit));

const symbol: Shape = (value, uri, visit) => fields({ range, selectionRange: range, children: list(symbol), location })(value, uri, visit);
export const documentSymbols = list(symbol);
export const ranged = fields({ range });

const textEdit = fields({ range, insert: range, replace: range });
export const textEdits = list(textEdit);
export const completionItem = fields({ textEdit, additionalTextEdits: textEdits });
const editRange: Shape = (value, uri, visit) => (isObject(value) && 'insert' in value ? textEdit : range)(value, uri, visit);
export const completion: Shape = (value, uri, visit) =>
  Array.isArray(value)
    ? list(completionItem)(value, uri, visit)
    : fields({ items: list(completionItem), itemDefaults: fields({ editRange }) })(value, uri, visit);

const hierarchyItem = located('uri', { range, selectionRange: range });
/** `fromRanges` are in the document of the caller. */
const incomingCall: Shape = (value, uri, visit) => {
  const from = isObject(value) && isObject(value['from']) && typeof value['from']['uri'] === 'string' ? value['from']['uri'] : uri;
  return fields({ from: hierarchyItem, fromRanges: list(range) })(value, from, visit);
};
export const incomingCalls = list(incomingCall);
/** `fromRanges` are in the document of the request's item. */
export const outgoingCalls = list(fields({ to: hierarchyItem, fromRanges: list(range) }));
export const hierarchyItems = list(hierarchyItem);

export const inlayHint = fields({ position, textEdits, label: list(fields({ location })) });

const documentChange: Shape = (value, uri, visit) => {
  if (!isObject(value)) return value;
  if (!isObject(value['textDocument'])) return fields({ uri: uriText, oldUri: uriText, newUri: uriText })(value, uri, visit);
  const own = String(value['textDocument']['uri']);
  return fields({ textDocument: fields({ uri: uriText }), edits: textEdits })(value, own, visit);
};
const byUri =
  (shape: Shape): Shape =>
  (value, _uri, visit) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(([uri, one]) => [visit.uri(uri), shape(one, uri, visit)])) : value;
export const workspaceEdit = fields({ changes: byUri(textEdits), documentChanges: list(documentChange) });

export const diagnostics = list(fields({ range, relatedInformation: list(fields({ location })) }));
const report = fields({ items: diagnostics });
export const diagnosticReport = both(report, fields({ relatedDocuments: byUri(report) }));

/** A bare command has neither field. */
export const codeAction = fields({ diagnostics, edit: workspaceEdit });
export const codeActions = list(codeAction);

const selection: Shape = (value, uri, visit) => fields({ range, parent: selection })(value, uri, visit);
export const selections = list(selection);
export const folding: Shape = (value, uri, visit) => {
  if (!isObject(value)) return value;
  const copy = { ...value };
  for (const end of ['start', 'end'] as const) {
    const [line, character] = [copy[`${end}Line`], copy[`${end}Character`]];
    if (typeof line === 'number' && typeof character === 'number')
      copy[`${end}Character`] = visit.position(uri, { line, character }).character;
  }
  return copy;
};
/** A range alone, with the text to rename, or neither. */
export const prepared: Shape = (value, uri, visit) => (isObject(value) && 'start' in value ? range : ranged)(value, uri, visit);

const textDocument = fields({ uri: uriText });
export const documentParams = fields({ textDocument });
export const positionParams = fields({ textDocument, position });
export const positionsParams = fields({ textDocument, positions: list(position) });
export const rangeParams = fields({ textDocument, range });
export const codeActionParams = fields({ textDocument, range, context: fields({ diagnostics }) });
export const itemParams = fields({ item: hierarchyItem });
/** Of window/showDocument. */
export const selectionIn = located('uri', { selection: range });
