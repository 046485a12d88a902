// Stack traces of calls that the code makes, with the line numbers of another version. The innermost function is the answer.
import { callSites, codeLines } from './source-tree.mjs';
import { traceFormats } from './trace-formats.mjs';

const MODULE = { java: /^package ([\w.]+);/, kotlin: /^package ([\w.]+)/, scala: /^package ([\w.]+)/, go: /^package (\w+)/ };

function moduleOf({ language, lines }) {
  const pattern = MODULE[language];
  return pattern && lines.slice(0, 80).reduce((found, line) => found ?? pattern.exec(line)?.[1], undefined);
}

export function traces(tree, random, count) {
  const format = traceFormats[tree.language];
  if (!format) return [];
  const calls = callSites(tree);
  const shifts = new Map();
  const shift = (path) => {
    if (!shifts.has(path)) shifts.set(path, (3 + random.below(38)) * (random.next() < 0.5 ? -1 : 1));
    return shifts.get(path);
  };
  const frame = (site, name, scope) => {
    const file = tree.byPath.get(site.path);
    return {
      path: site.path,
      line: Math.max(1, site.line + shift(site.path)),
      name,
      scope: scope.startsWith('__anon') ? '' : scope,
      text: file.lines[site.line - 1],
      module: moduleOf(file),
    };
  };
  const questions = [];
  for (const name of random.shuffled([...calls.keys()])) {
    if (questions.length >= count) break;
    const target = tree.uniqueByName.get(name);
    const body = codeLines(tree.byPath.get(target.path), target.line + 1, target.end);
    if (!body.length) continue;
    const fault = random.pick(body);
    const frames = [frame({ path: target.path, line: fault.line }, name, target.scope)];
    let callee = name;
    while (frames.length < 4) {
      const ways = (calls.get(callee) ?? []).filter(
        ({ path, caller }) => tree.byPath.get(path).own && !frames.some((one) => one.name === caller.name),
      );
      if (!ways.length) break;
      const site = random.pick(ways);
      frames.push(frame(site, site.caller.name, tree.uniqueByName.get(site.caller.name)?.scope ?? ''));
      callee = site.caller.name;
    }
    if (frames.length < 2) continue;
    questions.push({ kind: 'traces', query: format(frames), targets: [target], needed: target.needed });
  }
  return questions;
}
