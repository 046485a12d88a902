/**
 * Macros in C and C++ files, which clangd's index on disk does not have. A name is a macro wherever an included file defines it, so the
 * definitions and the include graph are enough.
 */
import { type Fact, isSamePlace, type Occurrence, type Target } from '../../../../core/code-graph/facts.js';
import { identifiers } from '../../../../core/code-graph/identifiers.js';
import { addTo } from '../../../../util/grouped.js';
import { readPlainText } from '../../../../util/open-plain-file.js';

interface Macro {
  readonly target: Target;
  /** A mention without arguments is not a use of the macro. */
  readonly takesArguments: boolean;
}

/** Generated headers of registers have some megabytes. */
const maxHeaderBytes = 16_000_000;
const definition = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(\(?)/gm;
const call = /\s{0,200}\(/y;
const directive = /^[ \t]*#[ \t]*(?:ifn?def|el?if|elifn?def|undef)\b/;
/** Definitions used of one name. A name with more of them is a build setting. */
const maxDefinitions = 8;

export class Macros {
  readonly #byName = new Map<string, Macro[]>();
  readonly #reachedFrom: (path: string) => ReadonlySet<string>;

  /** `reachedFrom`: a file and all that it includes. */
  constructor(reachedFrom: (path: string) => ReadonlySet<string>) {
    this.#reachedFrom = reachedFrom;
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** Adds the macros that a file of the workspace defines; none if it cannot be read. */
  read(path: string, absolutePath: string): void {
    const text = readPlainText(absolutePath, maxHeaderBytes) ?? '';
    let line = 0;
    let lineStart = 0;
    for (const found of text.matchAll(definition)) {
      const name = found[1] as string;
      const at = found.index + found[0].length - name.length - (found[2] as string).length;
      for (let end = text.indexOf('\n', lineStart); end >= 0 && end < at; end = text.indexOf('\n', lineStart)) {
        line++;
        lineStart = end + 1;
      }
      const macro = { target: { path, line, character: at - lineStart }, takesArguments: found[2] === '(' };
      addTo(this.#byName, name, macro);
    }
  }

  /** Mentions of macros in a file, except where another fact is known. */
  mentions(path: string, text: string, language: string, isKnown: (occurrence: Occurrence) => boolean): Fact[] {
    const reached = this.#reachedFrom(path);
    return identifiers(text, language).flatMap((occurrence): Fact[] => {
      const { name, start, line, character } = occurrence;
      const defined = this.#byName.get(name);
      if (!defined || isKnown(occurrence)) return [];
      const visible = defined.filter(({ target }) => reached.has(target.path));
      const isDefinition = visible.some(({ target }) => isSamePlace(target, { path, line, character }));
      if (isDefinition || visible.length === 0) return [];
      call.lastIndex = start + name.length;
      const isCalled = call.test(text);
      const isAsked = directive.test(text.slice(start - character, start));
      // `#ifndef X` before the definition of X refers to another definition.
      const meant = visible.filter(({ target, takesArguments }) =>
        isAsked ? target.path !== path || target.line < line : isCalled || !takesArguments,
      );
      const own = meant.filter(({ target }) => target.path === path);
      const targets = (own.length > 0 ? own : meant).slice(0, maxDefinitions).map(({ target }) => target);
      return targets.length > 0 ? [{ occurrence, meaning: { kind: 'here', targets } }] : [];
    });
  }
}
