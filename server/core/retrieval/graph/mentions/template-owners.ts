/**
 * Mentions that only templates make. A tag may mean the class that declares its selector. A name of a template that is a file of its own
 * means a member of the class that names the file, or of a base of that class; in a file that is a component, what its options hold.
 */
import { addTo } from '../../../../util/grouped.js';
import { joinedPath } from '../../../../util/joined-path.js';
import { remembered } from '../../../../util/remembered.js';
import { wholeWord } from '../../../chunking/words.js';
import type { ChunkRecord } from '../../../model/chunk.js';
import { descriptorOf, familyOf } from '../../../model/language.js';
import { OWN_SCOPE, outerName } from '../../../model/symbol.js';
import { ELEMENT_MARK, SELECTOR_TAG, TEMPLATE_TAG } from '../../../model/template-tags.js';
import type { EdgeRecord, IndexReader } from '../../ports.js';
import { chunksNamed } from '../neighbours.js';
import { accessorNames } from './generated-accessors.js';
import { moduleNames } from './lua-modules.js';
import { mentionedName } from './qualified-scope.js';
import { registeredComponents, registeredNames } from './registered-components.js';

/** Classes with templates that are read; the largest front ends have some thousands. */
const MAX_CLASSES = 20_000;
const MAX_BASES = 5;
const MAX_SAME = 3;
const decorators = ['Component', 'Directive', 'Pipe'];

interface Classes {
  readonly bySelector: ReadonlyMap<string, readonly ChunkRecord[]>;
  readonly byTemplate: ReadonlyMap<string, readonly ChunkRecord[]>;
  /** By id of a class: it and its bases, the nearest first. */
  readonly lines: Map<number, readonly number[]>;
}
const known = new WeakMap<ClassReader, { readonly generation: number; readonly classes: Classes }>();

const tagsOf = ({ meta }: ChunkRecord, mark: string): string[] =>
  (meta.tags ?? []).flatMap((tag) => (tag.startsWith(mark) ? tag.slice(mark.length) : []));

/** Whether a constructor has a name of its own, `__init__`, `init`, or `apply` of Scala: what calls it names the type. */
export const isCalledAsType = (record: ChunkRecord): boolean =>
  (record.symbolKind === 'constructor' || (record.language === 'scala' && record.name === 'apply')) &&
  outerName(record) !== '' &&
  record.name !== outerName(record);

/** The names under which a symbol is mentioned: its own, its selectors, generated accessors, and those under which it is registered. */
export const mentionedNames = (reader: IndexReader, record: ChunkRecord): string[] => [
  mentionedName(record.name, record.language),
  ...tagsOf(record, SELECTOR_TAG),
  ...accessorNames(reader, record),
  ...registeredNames(reader, record),
  ...moduleNames(reader, record),
];

type ClassReader = Pick<IndexReader, 'generation' | 'tagged' | 'chunks' | 'documentFrequency'>;

function classesOf(reader: ClassReader): Classes {
  const kept = known.get(reader);
  if (kept?.generation === reader.generation) return kept.classes;
  const bySelector = new Map<string, ChunkRecord[]>();
  const byTemplate = new Map<string, ChunkRecord[]>();
  // Tags are looked for in all chunks: not where no class can have them.
  const ids = mayDeclareSelectors(reader) ? reader.tagged(decorators, MAX_CLASSES) : [];
  for (const record of reader.chunks(ids)) {
    for (const name of tagsOf(record, SELECTOR_TAG)) addTo(bySelector, name, record);
    for (const url of tagsOf(record, TEMPLATE_TAG)) addTo(byTemplate, joinedPath(record.path, url), record);
  }
  const classes: Classes = { bySelector, byTemplate, lines: new Map() };
  known.set(reader, { generation: reader.generation, classes });
  return classes;
}

function mayDeclareSelectors(reader: ClassReader): boolean {
  const words = ['templateUrl', 'selector'].map(wholeWord);
  const frequency = reader.documentFrequency(words);
  return words.some((word) => (frequency.get(word) ?? 0) > 0);
}

/** The class that declares a custom element, `tb-entity-list`; null for any other word. */
export const classOfElement = (reader: ClassReader, word: string): ChunkRecord | null =>
  ELEMENT.test(word) ? (classesOf(reader).bySelector.get(word)?.[0] ?? null) : null;
const ELEMENT = /^[a-z]\w*(?:-\w+)+$/;

/** A selector is written with marks that no name of the languages with templates has; in a shell `say-hello` is a function. */
const isSelector = (name: string, user: ChunkRecord): boolean =>
  /^(?:[a-z]\w*-|\[|\|\w)/.test(name) && (isTemplate(user) || familyOf(user.language) === 'javascript');
const isTemplate = ({ language }: ChunkRecord): boolean => language === 'html';
const isComponentFile = ({ language, symbolKind }: ChunkRecord): boolean =>
  symbolKind === 'component' && descriptorOf(language)?.isComponent === true;

/** A template is part of the component, or of its file. */
const isInComponentFile = ({ language }: ChunkRecord): boolean => descriptorOf(language)?.isComponent === true;

/** False for what no tag or value of a component's file can mean. */
export const mayBeValue = ({ symbolKind }: ChunkRecord, { kind }: EdgeRecord, user: ChunkRecord): boolean =>
  kind !== 'use' || (symbolKind !== 'type' && symbolKind !== 'interface') || !isComponentFile(user);

/** The class whose template a file is; null for other files. */
export const templateOwner = (reader: IndexReader, user: ChunkRecord): ChunkRecord | null =>
  (isTemplate(user) && classesOf(reader).byTemplate.get(user.path)?.[0]) || null;

/**
 * What a mention means that only templates make; null for any other.
 * @param named the definitions of its name
 */
export function meantInTemplate(
  reader: IndexReader,
  { name, qualifier }: EdgeRecord,
  user: ChunkRecord,
  named: readonly ChunkRecord[],
): readonly ChunkRecord[] | null {
  if (qualifier?.startsWith(ELEMENT_MARK)) return membersOf(reader, classesOf(reader).bySelector.get(qualifier.slice(1)) ?? [], named);
  if (qualifier === null && isSelector(name, user)) return classesOf(reader).bySelector.get(name) ?? [];
  if (qualifier === null && isInComponentFile(user)) return registeredComponents(reader, named);
  if (qualifier === OWN_SCOPE && isComponentFile(user)) return named.filter(({ fileId }) => fileId === user.fileId);
  if (qualifier !== OWN_SCOPE || !isTemplate(user)) return null;
  // Several classes may share a template.
  return membersOf(reader, classesOf(reader).byTemplate.get(user.path) ?? [], named);
}

/** Of definitions the members of the first of some classes that has one, itself or from its bases. */
function membersOf(reader: IndexReader, classes: readonly ChunkRecord[], named: readonly ChunkRecord[]): readonly ChunkRecord[] {
  for (const owner of classes)
    for (const id of lineOf(reader, owner)) {
      const members = named.filter(({ parentId }) => parentId === id);
      if (members.length) return members;
    }
  return [];
}

function lineOf(reader: IndexReader, owner: ChunkRecord): readonly number[] {
  return remembered(classesOf(reader).lines, owner.id, () => {
    const line = [owner.id];
    for (let i = 0; i < line.length && line.length <= MAX_BASES; i++) {
      const bases = reader.edgesFrom([line[i] as number]).filter(({ kind }) => kind === 'inherits');
      line.push(...bases.flatMap(({ toId }) => toId ?? []));
      const names = bases.flatMap(({ toId, name }) => (toId === null ? name : []));
      const found = reader.chunks([...chunksNamed(reader, names, MAX_SAME).values()].flat());
      line.push(...found.flatMap(({ id, symbolKind }) => (symbolKind === 'class' && !line.includes(id) ? id : [])));
    }
    return line;
  });
}
