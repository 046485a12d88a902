/** The MCP server for agents of the editor: the same program as the language server, on the folders of the window. */
import * as vscode from 'vscode';

/** `command`: the program, without its own arguments. */
export function registerMcpServers(command: string, version: string): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const registered = vscode.lm.registerMcpServerDefinitionProvider('contextLanguageServer', {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () =>
      (vscode.workspace.workspaceFolders ?? [])
        .filter(({ uri }) => uri.scheme === 'file')
        .map(({ name, uri }, _, folders) => {
          const label = folders.length > 1 ? `Context: ${name}` : 'Context';
          const args = ['mcp', '--workspace', uri.fsPath, ...(vscode.workspace.isTrusted ? ['--trusted'] : [])];
          return new vscode.McpStdioServerDefinition(label, command, args, {}, version);
        }),
  });
  const watches = [
    vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
  ];
  return vscode.Disposable.from(registered, changed, ...watches);
}
