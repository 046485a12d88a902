/**
 * The outline of a text in any language: syntax trees for programming languages, structure for documents and
 * configuration, patterns for the rest. Never rejects: where one reader fails, the next one is used.
 */
import { notebookLanguage } from '../../core/chunking/notebook-text.js';
import { descriptorOf } from '../../core/model/language.js';
import type { Outline } from '../../core/model/symbol.js';
import { kernelLanguage, notebookOutline } from './notebook-outline.js';
import { pageReferences } from './templates/angular-templates.js';
import { genericOutline } from './text-outlines/generic-outline.js';
import { structureOutline } from './text-outlines/structure-outline.js';
import { type DocumentTrees, outlineTree, parseTree } from './tree-sitter/outline-tree.js';

export interface Outliner {
  /**
   * The outline of a text. The first file of a language loads its grammar.
   * @param document what is kept of the version before, and then of this one, so that an edit is parsed fast.
   */
  outline(text: string, language: string, document?: DocumentTrees): Promise<Outline>;
  /** Parses and throws the tree away: what a benchmark compares indexing with. False where no grammar reads the language. */
  parseOnly(text: string, language: string): Promise<boolean>;
}

/** An outliner of this thread. Grammars are loaded when they are first needed; without one, patterns are used. */
export async function createOutliner(): Promise<Outliner> {
  const outlineOf = async (text: string, language: string, document?: DocumentTrees): Promise<Outline> => {
    try {
      const outline = (await outlineTree(text, language, document)) ?? structureOutline(text, language);
      if (outline) return outline;
    } catch {
      // The patterns below still apply.
    }
    // The script of a component that no tree can be made of is read like that of a page.
    const outline = genericOutline(text, descriptorOf(language)?.isComponent ? 'html' : language);
    return language === 'html' ? { ...outline, references: [...outline.references, ...pageReferences(text)] } : outline;
  };
  return {
    outline: async (text, language, document) =>
      language === notebookLanguage
        ? notebookOutline(text, await outlineOf(text, kernelLanguage(text), document))
        : outlineOf(text, language, document),
    parseOnly: (text, language) => parseTree(text, language).catch(() => false),
  };
}
