/** The tree that shows the last answer: groups of results, each with a preview; a click opens the place. */

import * as vscode from 'vscode';
import type { Range } from 'vscode-languageclient/node';
import { type Place, type RelatedResult, type RetrieveResult, rangeOf } from './protocol.js';

/** VS Code shortens it to the line's end. */
const MAX_COLUMN = 2 ** 30;

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

/** Whole lines without their last line break, so that the cursor stays on the last of them. */
function toRange({ start, end }: Range): vscode.Range {
  const wholeLines = end.character === 0 && end.line > start.line;
  const last = wholeLines ? { line: end.line - 1, character: MAX_COLUMN } : end;
  return new vscode.Range(start.line, start.character, last.line, last.character);
}

export class AnswerView implements vscode.TreeDataProvider<Group | Leaf> {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  #groups: readonly Group[] = [];
  #markdown = '';

  /** The answer that the tree shows; empty before the first one. */
  get markdown(): string {
    return this.#markdown;
  }

  async showAnswer(query: string, { results, related, callers, markdown = '' }: RetrieveResult): Promise<void> {
    const leaf = (place: Place): Leaf => ({
      label: place.qualifiedName || place.name || place.path,
      description: `${place.path}:${rangeOf(place).start.line + 1}  ${place.reason}`,
      uri: place.uri,
      range: rangeOf(place),
      preview: place.text,
      language: place.language,
    });
    this.#markdown = `# ${query}\n\n${markdown}`;
    await this.#show([
      { title: query, leaves: results.map(leaf) },
      {
        title: 'called, used or implemented by',
        leaves: callers.map(({ uri, path, range, text, caller }) => ({
          label: caller,
          description: `${path}:${range.start.line + 1}  ${text}`,
          uri,
          range,
          preview: text,
          language: 'plaintext',
        })),
      },
      { title: 'related', leaves: related.map(leaf) },
    ]);
  }

  async showRelated({ of, items }: RelatedResult): Promise<void> {
    const relations = [...new Set(items.map(({ relation }) => relation))];
    const groups = relations.map((relation) => ({
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
    }));
    const list = ({ title, leaves }: Group) =>
      [`## ${title}`, '', ...leaves.map(({ label, description }) => `- ${label}: \`${description}\``)].join('\n');
    this.#markdown = [`# Related to ${of.map(({ qualifiedName }) => qualifiedName).join(', ')}`, ...groups.map(list)].join('\n\n');
    await this.#show(groups);
  }

  async #show(groups: readonly Group[]): Promise<void> {
    this.#groups = groups.filter(({ leaves }) => leaves.length > 0);
    this.#changed.fire();
    await vscode.commands.executeCommand('contextAnswer.focus');
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
