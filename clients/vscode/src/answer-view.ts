/** The tree that shows the last answer: groups of results, each with a preview; a click opens the place. */

import * as vscode from 'vscode';
import type { Range } from 'vscode-languageclient/node';
import type { RelatedResult, RetrieveResult } from './protocol.js';

interface Leaf {
  readonly label: string;
  readonly description: string;
  readonly uri: string;
  readonly range: Range;
  readonly preview: string;
  readonly language: string;
}

interface Group {
  readonly title: string;
  readonly leaves: readonly Leaf[];
}

const toRange = ({ start, end }: Range) => new vscode.Range(start.line, start.character, end.line, end.character);

export class AnswerView implements vscode.TreeDataProvider<Group | Leaf> {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  #groups: readonly Group[] = [];

  showAnswer(query: string, { results, related }: RetrieveResult): void {
    const leaf = ({ qualifiedName, name, path, uri, selectionRange, text, language, reason }: RetrieveResult['results'][number]): Leaf => ({
      label: qualifiedName || name || path,
      description: `${path}:${selectionRange.start.line + 1}  ${reason}`,
      uri,
      range: selectionRange,
      preview: text,
      language,
    });
    this.#show([
      { title: query, leaves: results.map(leaf) },
      { title: 'related', leaves: related.map(leaf) },
    ]);
  }

  showRelated({ items }: RelatedResult): void {
    const relations = [...new Set(items.map(({ relation }) => relation))];
    this.#show(
      relations.map((relation) => ({
        title: relation.replaceAll('_', ' '),
        leaves: items
          .filter((item) => item.relation === relation)
          .map(({ symbol, proof }) => ({
            label: symbol.qualifiedName,
            description: proof?.text ?? symbol.path,
            uri: proof?.uri ?? symbol.location.uri,
            range: proof?.range ?? symbol.selectionRange,
            preview: symbol.signature,
            language: symbol.language,
          })),
      })),
    );
  }

  #show(groups: readonly Group[]): void {
    this.#groups = groups.filter(({ leaves }) => leaves.length > 0);
    this.#changed.fire();
    void vscode.commands.executeCommand('contextAnswer.focus');
  }

  getChildren(of?: Group | Leaf): (Group | Leaf)[] {
    if (!of) return [...this.#groups];
    return 'leaves' in of ? [...of.leaves] : [];
  }

  getTreeItem(of: Group | Leaf): vscode.TreeItem {
    if ('leaves' in of) return new vscode.TreeItem(of.title, vscode.TreeItemCollapsibleState.Expanded);
    const item = new vscode.TreeItem(of.label);
    item.description = of.description;
    item.resourceUri = vscode.Uri.parse(of.uri);
    item.iconPath = vscode.ThemeIcon.File;
    item.tooltip = new vscode.MarkdownString().appendCodeblock(of.preview, of.language);
    item.command = {
      command: 'vscode.open',
      title: 'Open',
      arguments: [vscode.Uri.parse(of.uri), { selection: toRange(of.range), preserveFocus: true, preview: true }],
    };
    return item;
  }
}
