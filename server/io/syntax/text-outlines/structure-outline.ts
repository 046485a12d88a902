/** Outlines of formats whose structure is in their layout: documents and configuration. Null for every other language. */
import type { Outline } from '../../../core/model/symbol.js';
import { labelledComments } from '../comment-labels.js';
import { asciidocOutline } from './formats/asciidoc.js';
import { iniOutline } from './formats/ini.js';
import { jsonOutline } from './formats/json.js';
import { markdownOutline } from './formats/markdown.js';
import { restructuredTextOutline } from './formats/restructuredtext.js';
import { tomlOutline } from './formats/toml.js';
import { yamlOutline } from './formats/yaml.js';

const formats: Readonly<Record<string, (text: string) => Outline>> = {
  markdown: markdownOutline,
  restructuredtext: restructuredTextOutline,
  asciidoc: asciidocOutline,
  json: jsonOutline,
  jsonc: jsonOutline,
  yaml: yamlOutline,
  toml: tomlOutline,
  ini: iniOutline,
  properties: iniOutline,
};

export function structureOutline(text: string, language: string): Outline | null {
  const outline = formats[language]?.(text);
  return outline ? { ...outline, comments: labelledComments(text, language) } : null;
}
