// "Who calls X": the truth is every call in the text of a name that is defined once and has several parts, so that it is nobody else's.
import { callSites } from './source-tree.mjs';

const PHRASES = [
  (x) => `who calls ${x}`,
  (x) => `usages of ${x}`,
  (x) => `what breaks if I change ${x}`,
  (x) => `where is ${x} used`,
  (x) => `callers of ${x}`,
  (x) => `find all references to ${x}`,
  (x) => `which functions call ${x}?`,
  (x) => `what uses ${x}`,
];
const MAX_CALLERS = 8;

const isPrecise = ({ name, path, line }, tree) =>
  name.length >= 7 && /[a-z\d][A-Z]|[a-zA-Z\d]_[a-zA-Z]/.test(name) && !/\boverride\b/.test(tree.byPath.get(path).lines[line - 1]);

export function usages(tree, random, count) {
  const calls = callSites(tree);
  const known = random.shuffled([...calls.keys()]).filter((name) => isPrecise(tree.uniqueByName.get(name), tree));
  const questions = [];
  for (const name of known) {
    if (questions.length >= count) break;
    const sites = calls.get(name);
    const callers = [...new Map(sites.map((site) => [`${site.path}:${site.caller.start}`, site])).values()];
    if (callers.length > MAX_CALLERS) continue;
    questions.push({
      kind: 'usages',
      subject: tree.uniqueByName.get(name),
      query: random.pick(PHRASES)(name),
      targets: callers.map(({ path, line, caller }) => ({ ...caller, path, line })),
      needed: callers.map(({ path, line, text }) => ({ path, line, text })),
      recall: true,
    });
  }
  return questions;
}
