/** The quick pick that answers while the user types. The chosen result opens, and the whole answer goes to the tree. */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { AnswerView } from './answer-view.js';
import type { Anchor, Place, RetrieveResult } from './protocol.js';

type Item = vscode.QuickPickItem & { readonly place?: Place };

/** Position of the user; results near it rank higher. */
export function anchorHere(client: LanguageClient): Anchor | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== 'file') return undefined;
  const { uri } = client.code2ProtocolConverter.asTextDocumentIdentifier(editor.document);
  return { uri, position: client.code2ProtocolConverter.asPosition(editor.selection.active) };
}

export function ask(client: LanguageClient, view: AnswerView, answered: (query: string, answer: RetrieveResult) => void): void {
  const anchor = anchorHere(client);
  const pick = vscode.window.createQuickPick<Item>();
  pick.placeholder = 'Ask in plain words, by name, or paste a stack trace';
  let latest: RetrieveResult | null = null;
  let last = 0;
  pick.onDidChangeValue(async (query) => {
    const own = ++last;
    if (query.trim() === '') return;
    pick.busy = true;
    try {
      const answer = await client.sendRequest<RetrieveResult>('context/retrieve', { query, anchor, format: 'markdown' });
      if (own !== last) return;
      latest = answer;
      pick.items = answer.results.map((place) => ({
        label: place.qualifiedName || place.path,
        description: `${place.path}:${place.selectionRange.start.line + 1}`,
        detail: place.text.split('\n').find((line) => line.trim() !== ''),
        // VS Code must not filter the results by the words of the question.
        alwaysShow: true,
        place,
      }));
    } finally {
      if (own === last) pick.busy = false;
    }
  });
  pick.onDidAccept(() => {
    const [chosen] = pick.selectedItems;
    if (latest) {
      view.showAnswer(pick.value, latest);
      answered(pick.value, latest);
    }
    pick.hide();
    if (!chosen?.place) return;
    const { start, end } = chosen.place.selectionRange;
    const selection = new vscode.Range(start.line, start.character, end.line, end.character);
    void vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(chosen.place.uri), { selection });
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}
