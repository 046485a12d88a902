/** The quick pick that answers while the user types. The chosen result opens, and the whole answer goes to the tree. */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { AnswerView } from './answer-view.js';
import { type Anchor, type Place, type RetrieveResult, rangeOf } from './protocol.js';

type Item = vscode.QuickPickItem & { readonly place?: Place };

/** Position of the user; results near it rank higher. */
export function anchorHere(client: LanguageClient): Anchor | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== 'file') return undefined;
  const { uri } = client.code2ProtocolConverter.asTextDocumentIdentifier(editor.document);
  return { uri, position: client.code2ProtocolConverter.asPosition(editor.selection.active) };
}

export function ask(client: LanguageClient, view: AnswerView): void {
  const anchor = anchorHere(client);
  const pick = vscode.window.createQuickPick<Item>();
  pick.placeholder = 'Ask in plain words, by name, or paste a stack trace';
  let latest: { readonly query: string; readonly answer: RetrieveResult } | null = null;
  let pending: vscode.CancellationTokenSource | null = null;
  pick.onDidChangeValue(async (query) => {
    pending?.cancel();
    pending = null;
    pick.busy = query.trim() !== '';
    if (!pick.busy) return;
    const request = new vscode.CancellationTokenSource();
    pending = request;
    try {
      const params = { query, anchor, profile: 'reader', format: 'markdown' };
      const answer = await client.sendRequest<RetrieveResult>('context/retrieve', params, request.token);
      if (pending !== request) return;
      latest = { query, answer };
      pick.items =
        answer.results.length > 0 ? answer.results.map(placeItem) : answer.problems.map(({ message }) => noteItem('info', message));
    } catch (error) {
      if (pending === request) pick.items = [noteItem('error', (error as Error).message)];
    } finally {
      if (pending === request) pick.busy = false;
      request.dispose();
    }
  });
  pick.onDidAccept(async () => {
    const place = pick.selectedItems[0]?.place;
    if (!place || !latest) return;
    pick.hide();
    await view.showAnswer(latest.query, latest.answer);
    const { start, end } = rangeOf(place);
    const selection = new vscode.Range(start.line, start.character, end.line, end.character);
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(place.uri), { selection });
  });
  pick.onDidHide(() => {
    pending?.cancel();
    pending = null;
    pick.dispose();
  });
  pick.show();
}

// `alwaysShow`: VS Code must not filter the results by the words of the question.
const noteItem = (icon: 'info' | 'error', message: string): Item => ({ label: `$(${icon}) ${message}`, alwaysShow: true });

const placeItem = (place: Place): Item => ({
  label: place.qualifiedName || place.path,
  description: `${place.path}:${rangeOf(place).start.line + 1}`,
  detail: (place.signature || place.text).split('\n').find((line) => line.trim() !== ''),
  alwaysShow: true,
  place,
});
