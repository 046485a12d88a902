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

/** Messages of Fluent; null for a template of FreeMarker. */
const fluentOutline = (text: string): Outline | null => (/^[A-Za-z][\w-]{0,200} {0,9}=/m.test(text) ? iniOutline(text, 'fluent') : null);

const formats: Readonly<Record<string, (text: string) => Outline | null>> = {
  markdown: markdownOutline,
  restructuredtext: restructuredTextOutline,
  asciidoc: asciidocOutline,
  json: jsonOutline,
  jsonc: jsonOutline,
  yaml: yamlOutline,
  toml: tomlOutline,
  ini: (text) => iniOutline(text),
  properties: (text) => iniOutline(text),
  fluent: fluentOutline,
};

export function structureOutline(text: string, language: string): Outline | null {
  const outline = formats[language]?.(text);
  return outline ? { ...outline, comments: labelledComments(text, language) } : null;
}
