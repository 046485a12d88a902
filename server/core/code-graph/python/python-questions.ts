/**
 * Selects the mentions in a Python file that the server is asked about, and applies each answer to equal mentions. pyright parses the
 * text again for each question and searches the source of each stub, so a question costs milliseconds.
 */
import type { Fact, Occurrence } from '../facts.js';
import type { WorkspaceNames } from '../ports.js';
import { PythonScopes, type Scoped, withoutComments } from './python-scopes.js';

const path = /(?:^|[^\w.)\]"'])((?:[\p{L}_]\w*\s*\.\s*)+)$/u;
const keyword = /^\s*=(?!=)/;

export interface Questions {
  readonly asked: readonly Occurrence[];
  /** The answered facts, with those of the other mentions that follow from them or from the text. */
  complete(facts: readonly Fact[]): Fact[];
}

/** `names`: null if the names of the workspace are not known. */
export function pythonQuestions(text: string, mentions: readonly Occurrence[], names: WorkspaceNames | null): Questions {
  const scopes = new PythonScopes(text, names?.modules);
  const code = withoutComments(text);
  const asked: Occurrence[] = [];
  const settled: Fact[] = [];
  const alike = new Map<Occurrence, Occurrence[]>();
  const first = new Map<string, Occurrence>();
  for (const mention of mentions) {
    const key = sameness(code, mention, scopes, names?.members ?? null);
    if (key === 'outside' || key === 'unknown') {
      settled.push({ occurrence: mention, meaning: { kind: key } });
      continue;
    }
    const known = key === null ? undefined : first.get(key);
    if (known) {
      alike.get(known)?.push(mention);
      continue;
    }
    if (key !== null) first.set(key, mention);
    alike.set(mention, []);
    asked.push(mention);
  }
  return {
    asked,
    complete: (facts) => {
      const all = facts.flatMap((fact) => [
        fact,
        ...(alike.get(fact.occurrence) ?? []).map((occurrence) => ({ occurrence, meaning: fact.meaning })),
      ]);
      return [...all, ...settled].sort((a, b) => a.occurrence.start - b.occurrence.start);
    },
  };
}

const isForeign = (scoped: Scoped): boolean => scoped === 'builtin' || scoped === 'library';

const exportsBefore = /^__all__\b[^\n]*=\s*[[(][^\])]*$/;
const isExported = (text: string, start: number): boolean => {
  const list = text.lastIndexOf('__all__', start);
  return list >= 0 && exportsBefore.test(text.slice(list, start));
};

/** Mentions with the same key have the same definition. Null: the answer holds for this mention only. `outside`, `unknown`: the known answer. */
function sameness(text: string, { name, start }: Occurrence, scopes: PythonScopes, members: ReadonlySet<string> | null): string | null {
  const before = text.slice(Math.max(0, start - 80), start);
  const after = text.slice(start + name.length, start + name.length + 4);
  // A forward reference or a key. Other strings are not code, and entries of `__all__` are resolved by name.
  if (/["']$/.test(before)) {
    const isKnown = !isForeign(scopes.tell(name, start)) && members?.has(name) !== false;
    return isKnown && !isExported(text, start) ? null : 'unknown';
  }
  const isMember = /\.\s*$/.test(before);
  const isArgument = !isMember && keyword.test(after) && scopes.isArgument(start);
  // If nothing in the workspace has such a member, it belongs to a library or to a single object.
  if ((isMember || isArgument) && members && !members.has(name)) return 'unknown';
  if (isArgument) return null;
  return isMember ? sameMember(name, start, before, after, scopes) : sameName(name, start, scopes);
}

function sameName(name: string, start: number, scopes: PythonScopes): string | null {
  const scoped = scopes.tell(name, start);
  if (scoped === 'local' || isForeign(scoped)) return 'outside';
  return scoped === 'module' ? name : null;
}

function sameMember(name: string, start: number, before: string, after: string, scopes: PythonScopes): string | null {
  const found = path.exec(before)?.[1];
  if (found === undefined) return null;
  const [base = '', ...more] = found.replace(/\s+/g, '').split('.').slice(0, -1);
  // A module in the same package.
  if (base === 'from') return null;
  if (base === 'self' || base === 'cls') return more.length > 0 ? null : `${scopes.classAround(start)} self.${name} ${keyword.test(after)}`;
  const scoped = scopes.tell(base, start - found.length);
  if (scoped === 'library' || (scoped === 'builtin' && more.length === 0)) return 'outside';
  return scoped === 'module' ? `${[base, ...more].join('.')}.${name}` : null;
}
