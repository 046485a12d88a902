/// <reference types="vscode" />
/** The VS Code extension: starts the server as a language client and adds commands, views and tools. All retrieval is in the server. */
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { AnswerView } from './answer-view.js';
import { anchorHere, ask } from './ask.js';
import { registerTools } from './language-model-tools.js';
import { registerMcpServers } from './mcp-servers.js';
import type { RelatedResult, Status } from './protocol.js';

const SECTION = 'contextLanguageServer';
const WALKTHROUGH = 'context-language-server.context-language-server#start';
let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const [command = 'context-language-server', ...args] =
    vscode.workspace.getConfiguration(`${SECTION}Program`).get<string[]>('command') ?? [];
  const settings = JSON.parse(JSON.stringify(vscode.workspace.getConfiguration(SECTION)));
  const started = new LanguageClient(
    SECTION,
    'Context Language Server',
    { command, args },
    {
      documentSelector: [{ scheme: 'file' }],
      initializationOptions: { ...settings, trusted: vscode.workspace.isTrusted, statusNotifications: true },
      synchronize: { configurationSection: SECTION },
    },
  );
  client = started;
  const view = new AnswerView();
  // Read-only: an untitled document would ask to be saved.
  const answerUri = vscode.Uri.from({ scheme: 'context-answer', path: 'Answer.md' });
  const bar = vscode.window.createStatusBarItem('contextLanguageServer.status', vscode.StatusBarAlignment.Right);
  bar.name = 'Context Language Server';
  bar.command = `${SECTION}.ask`;

  started.onNotification('context/didChangeStatus', (status: Status) => showStatus(bar, status));
  context.subscriptions.push(
    bar,
    vscode.window.registerTreeDataProvider('contextAnswer', view),
    vscode.workspace.registerTextDocumentContentProvider(answerUri.scheme, {
      onDidChange: (listener) => view.onDidChangeTreeData(() => listener(answerUri)),
      provideTextDocumentContent: () => view.markdown,
    }),
    vscode.commands.registerCommand(`${SECTION}.ask`, () => ask(started, view)),
    vscode.commands.registerCommand(`${SECTION}.relatedHere`, async () => {
      const here = anchorHere(started);
      if (!here) return;
      const params = { textDocument: { uri: here.uri }, position: here.position };
      const related = await started.sendRequest<RelatedResult>('context/related', params);
      if (related.items.length === 0) void vscode.window.showInformationMessage('Nothing related is known.');
      else await view.showRelated(related);
    }),
    vscode.commands.registerCommand(`${SECTION}.openAnswer`, async () => {
      if (view.markdown === '') return ask(started, view);
      await vscode.window.showTextDocument(answerUri, { preview: false });
    }),
    ...registerTools(started),
    registerMcpServers([command, ...args], context.extension.packageJSON.version),
  );
  try {
    await started.start();
    showStatus(bar, await started.sendRequest<Status>('context/status'));
  } catch (error) {
    void explainFailure([command, ...args].join(' '), error as Error);
  }
}

async function explainFailure(command: string, { message }: Error): Promise<void> {
  const setUp = 'Get Started';
  const settings = 'Open Settings';
  const chosen = await vscode.window.showErrorMessage(`Cannot start \`${command}\`: ${message}`, setUp, settings);
  if (chosen === setUp) await vscode.commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH);
  if (chosen === settings) await vscode.commands.executeCommand('workbench.action.openSettings', `${SECTION}Program.command`);
}

export const deactivate = (): Promise<void> | undefined => client?.stop();

function showStatus(bar: vscode.StatusBarItem, { state, files, symbols, done, total, problems }: Status): void {
  const count = total === null ? `${done}` : `${done}/${total}`;
  bar.text = state === 'ready' ? '$(search) Ask' : state === 'failed' ? '$(warning) Ask' : `$(sync~spin) ${count}`;
  bar.tooltip = [`${files} files, ${symbols} symbols`, ...problems.map(({ message }) => message)].join('\n');
  bar.show();
}
