/** Asks a type checker about the identifiers of a file, a few hundred at a time. */
import { isObjectLiteralExpression, type ObjectLiteralExpression } from 'typescript/unstable/ast';
import type { Symbol as ProgramSymbol, Type } from 'typescript/unstable/async';
import type { Fact, Meaning, Occurrence } from '../../../../core/code-graph/facts.js';
import { type PropertyQuestion, questionsIn } from './checker-questions.js';
import type { FileView } from './checker-session.js';
import { literalValues, PropertyLookup } from './property-lookup.js';

/** The checker answers some ten thousand a second. */
const namesAtOnce = 400;
const othersAtOnce = 100;

interface CheckedFact extends Fact {
  /** True: it comes from the type that is expected of the enclosing literal. */
  readonly isExpected: boolean;
}

/** Runs all questions of `work` as one request in the server's queue. */
type RunExclusive = <T>(work: () => Promise<T>) => Promise<T>;

export async function askChecker(
  { project, source, meanings }: FileView,
  occurrences: readonly Occurrence[],
  runExclusive: RunExclusive,
): Promise<CheckedFact[]> {
  const { checker } = project;
  const { names, values, called, expected, destructured } = questionsIn(source, occurrences);
  const facts: CheckedFact[] = [];
  const add = async (occurrence: Occurrence, symbols: readonly (ProgramSymbol | undefined)[], isExpected = false): Promise<void> => {
    const found: Meaning[] = [];
    for (const symbol of symbols) if (symbol) found.push(await meanings.of(symbol, project));
    facts.push({ occurrence, meaning: united(found), isExpected });
  };
  await inGroups(names, namesAtOnce, (group) =>
    runExclusive(async () => {
      const symbols = await checker.getSymbolAtLocation(group.map(({ node }) => node));
      await Promise.all(
        group.map(async ({ occurrence, node }, i) => {
          await add(occurrence, [symbols[i]]);
          const symbol = symbols[i];
          if (!symbol || !called.has(node)) return;
          const targets = await meanings.behind(symbol, project);
          if (targets.length > 0) facts.push({ occurrence, meaning: { kind: 'here', targets }, isExpected: false });
        }),
      );
    }),
  );
  await inGroups(values, othersAtOnce, (group) =>
    runExclusive(() =>
      Promise.all(
        group.map(async ({ occurrence, node }) => add(occurrence, [await checker.getShorthandAssignmentValueSymbol(node.parent)])),
      ),
    ),
  );
  const properties = new PropertyLookup(project);
  const addProperties = async (
    { holder, occurrences: own }: PropertyQuestion,
    type: Type | undefined,
    isExpected: boolean,
  ): Promise<void> => {
    if (!type) return;
    const constants = isObjectLiteralExpression(holder) ? literalValues(holder) : new Map();
    const found = await properties.of(
      type,
      own.map(({ name }) => name),
      constants,
    );
    await Promise.all(found.map((symbols, i) => (symbols.length > 0 ? add(own[i] as Occurrence, symbols, isExpected) : null)));
  };
  await inGroups(expected, othersAtOnce, (group) =>
    runExclusive(() =>
      Promise.all(
        group.map(async (question) =>
          addProperties(question, await checker.getContextualType(question.holder as ObjectLiteralExpression), true),
        ),
      ),
    ),
  );
  await inGroups(destructured, othersAtOnce, (group) =>
    runExclusive(async () => {
      const types = await checker.getTypeAtLocation(group.map(({ holder }) => holder));
      await Promise.all(group.map((question, i) => addProperties(question, types[i], false)));
    }),
  );
  return facts.sort((a, b) => a.occurrence.start - b.occurrence.start);
}

async function inGroups<T>(all: readonly T[], size: number, work: (group: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += size) await work(all.slice(at, at + size));
}

/** The union of several meanings. */
function united(meanings: readonly Meaning[]): Meaning {
  const targets = meanings.flatMap((meaning) => (meaning.kind === 'here' ? meaning.targets : []));
  if (targets.length > 0) return { kind: 'here', targets };
  return meanings.find(({ kind }) => kind === 'outside') ?? { kind: 'unknown' };
}
