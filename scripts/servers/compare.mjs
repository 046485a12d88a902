// The edges of the index against a truth, by chunk: what it has that the truth lacks, and the other way round.
//
// A truth is `{ name, joinsFamilies, covers(path), mentions(place), declarations(place), close() }`, a place `{ path, line, character }`
// of a name in the workspace: whether it counts mentions of what a member overrides too, whether it has looked at a file, all places
// that mention what is named there with those that declare it (null where the truth knows no such symbol), and the other places that
// declare the same. What differs is asked of the server once more.

import { isOfC, memberKinds } from './chunks.mjs';
import { Families } from './families.mjs';

const fullName = ({ qualified, name }) => qualified ?? name;

/**
 * Keys of the chunks that are one symbol: a declaration and its definition; in C and C++ all of one name with what is around it, on
 * whatever platform and in programs that are never linked, for clangd has one name for them.
 */
async function sameSymbol(chunks, chunk, places, truth) {
  const keys = new Set([chunk.key]);
  if (isOfC(chunk.language)) {
    for (const place of places) {
      const one = chunks.named(place);
      if (one && fullName(one) === fullName(chunk)) keys.add(one.key);
    }
  }
  for (const place of await truth.declarations(chunks.placeOf(chunk.path, chunk.name_start))) {
    const one = chunks.byPath.has(place.path) ? chunks.defined(place) : null;
    if (one) keys.add(one.key);
  }
  return keys;
}

/** C#: `using` and `foreach` are references to Dispose and GetEnumerator, and `=>` to a property, without their names. */
const isImplicit = (chunks, { language, symbol_kind, name }, place) =>
  language === 'csharp' && memberKinds.has(symbol_kind) && !chunks.textOf(place.path).startsWith(name, chunks.offsetOf(place));

/** `server`: asked about a place where the two differ. */
export async function compare({ chunks, symbols, truth, server }) {
  const families = new Families(chunks);
  const counts = { symbols: 0, right: 0, ours: 0, theirs: 0, denied: 0, unnamed: 0, confirmed: 0 };
  const differences = [];
  const isCovered = (key) => chunks.byKey.has(key) && truth.covers(chunks.byKey.get(key).path);
  for (const chunk of symbols) {
    const found = await truth.mentions(chunks.placeOf(chunk.path, chunk.name_start));
    const places = found?.filter(({ path }) => chunks.byPath.has(path)) ?? [];
    // Names that only a macro or a literal makes are no symbols of a server's.
    if (!places.some((place) => place.path === chunk.path && chunks.offsetOf(place) === chunk.name_start)) continue;
    counts.symbols++;
    const keys = await sameSymbol(chunks, chunk, places, truth);
    const mentioning = new Map();
    for (const place of places) {
      if (isImplicit(chunks, chunk, place)) continue;
      const from = chunks.around(place);
      // The name of a declaration is no mention of it: overrides and implementations come along with their family.
      if (from && !keys.has(from.key) && !chunks.named(place)) mentioning.set(from.key, place);
    }
    const family = [...keys].flatMap((key) => [key, ...(truth.joinsFamilies ? families.of(chunks.byKey.get(key) ?? chunk) : [])]);
    const stated = new Set(family.flatMap(chunks.into).filter((key) => isCovered(key) && !keys.has(key)));
    counts.theirs += mentioning.size;
    counts.ours += stated.size;
    for (const [key, place] of mentioning) {
      if (stated.has(key)) {
        counts.right++;
        continue;
      }
      // For references a server treats a family of overrides as one symbol.
      const leads = await server.leadsTo(keys, place);
      if (leads === false) counts.denied++;
      // What stands there is declared in a library: the member overrides it.
      else if (leads === null) counts.unnamed++;
      differences.push({ sign: '-', to: chunk, from: chunks.byKey.get(key), place, leads });
    }
    for (const key of stated) {
      if (mentioning.has(key)) continue;
      const from = chunks.byKey.get(key);
      const to = family.find((other) => chunks.into(other).includes(key));
      const place = chunks.mentionOf(from, to);
      // clangd keeps references to macros of files that are open, and to no others.
      const leads = await server.isMentioned(keys, from, place);
      if (leads) counts.confirmed++;
      if (!leads || truth !== server) differences.push({ sign: '+', to: chunk, from, place, leads });
    }
  }
  return { counts, differences };
}
