/** The MCP server for agents of the editor: the same program as the language server, on the folders of the window. */
import * as vscode from 'vscode';

/** `program`: the command of the language server; `--stdio` is replaced by the arguments of the MCP server. */
export function registerMcpServers([command = '', ...programArgs]: readonly string[], version: string): vscode.Disposable {
  // Such as the path of a script that Node runs.
  const leading = programArgs.filter((arg) => arg !== '--stdio');
  const changed = new vscode.EventEmitter<void>();
  const registered = vscode.lm.registerMcpServerDefinitionProvider('contextLanguageServer', {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () =>
      (vscode.workspace.workspaceFolders ?? [])
        .filter(({ uri }) => uri.scheme === 'file')
        .map(({ name, uri }, _, folders) => {
          const label = folders.length > 1 ? `Context: ${name}` : 'Context';
          const args = [...leading, 'mcp', '--workspace', uri.fsPath, ...(vscode.workspace.isTrusted ? ['--trusted'] : [])];
          return new vscode.McpStdioServerDefinition(label, command, args, {}, version);
        }),
  });
  const watches = [
    vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
  ];
  return vscode.Disposable.from(registered, changed, ...watches);
}
