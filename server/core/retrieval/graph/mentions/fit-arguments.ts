/**
 * Whether a function can take as many arguments as a call has, or arguments with its labels. Only where both are certain: in languages in
 * which a function takes what it declares, for functions whose parameters are stored. In doubt a call fits.
 */
import { type ArgumentLabels, takesLabels } from '../../../model/argument-labels.js';
import type { ChunkRecord } from '../../../model/chunk.js';
import { hasDefault, STORED_CHARS, STORED_PARAMETERS } from '../../../model/stored-parameters.js';
import { isFunction, isOfValue, OWN_SCOPE } from '../../../model/symbol.js';
import type { EdgeRecord } from '../../ports.js';

/** How many arguments a function takes. */
interface Range {
  readonly min: number;
  readonly max: number;
}

/** Decorators of Python that leave the parameters of a function as they are. */
const plainDecorators: ReadonlySet<string> = new Set(
  'staticmethod classmethod abstractmethod override final lru_cache cache contextmanager asynccontextmanager'.split(' '),
);

/** Those of the candidates for a call that can take its arguments. @param labels of the arguments, in a language that has them */
export function fitArguments(
  candidates: readonly ChunkRecord[],
  { kind, qualifier, arguments: count }: EdgeRecord,
  labels: ArgumentLabels | null = null,
): readonly ChunkRecord[] {
  if (kind !== 'call') return candidates;
  if (labels) return candidates.filter(({ symbolKind, meta }) => !isFunction(symbolKind) || takesLabels(meta.parameters ?? [], labels));
  return count === undefined ? candidates : candidates.filter((record) => takes(record, count, qualifier));
}

/** Languages in which `Type.method(value, …)` passes the value as the first argument. */
const passesSelf: ReadonlySet<string> = new Set(['python', 'rust']);

/** Whether a function can take so many arguments, whatever stands before its name. */
export function takesCount(record: Declared, count: number): boolean {
  const range = rangeOf(record);
  if (!range || (record.language === 'go' && count === 1)) return true;
  return (
    count >= range.min &&
    (count <= range.max || record.language.startsWith('typescript') || (passesSelf.has(record.language) && count - 1 <= range.max))
  );
}

function takes(record: ChunkRecord, count: number, qualifier: string | null): boolean {
  const range = rangeOf(record);
  if (!range) return true;
  // In Go, `f(g())` passes all that g returns.
  if (record.language === 'go' && count === 1) return true;
  // What implements a type of TypeScript may leave out parameters of it.
  const max = isOfValue(qualifier) && record.language.startsWith('typescript') ? Number.POSITIVE_INFINITY : range.max;
  if (count >= range.min && count <= max) return true;
  // `Type.method(value, …)` passes the value as the first argument.
  const isPath = qualifier !== null && !isOfValue(qualifier) && qualifier !== OWN_SCOPE;
  return isPath && count - 1 >= range.min && count - 1 <= range.max;
}

type Declared = Pick<ChunkRecord, 'symbolKind' | 'language' | 'meta' | 'name' | 'signature'>;

function rangeOf({ symbolKind, language, meta, name, signature }: Declared): Range | null {
  // An empty list is not stored.
  const stored = meta.parameters ?? (signature.includes(`${name}()`) ? [] : undefined);
  const all = stored?.map((parameter) => parameter.trim()).filter(Boolean);
  if (!all || all.length >= STORED_PARAMETERS || !isFunction(symbolKind) || symbolKind === 'test' || symbolKind === 'component')
    return null;
  switch (language) {
    case 'python':
      return pythonRange(all, symbolKind !== 'function', meta.tags ?? []);
    case 'typescript':
    case 'typescriptreact':
      // Without types it is JavaScript, which checks nothing, or a callback.
      if (all.length && !all.some((one) => /[\w$?}\]]\s*:/.test(one))) return null;
      return rangeBy(
        all.filter((one) => !/^this\s*:/.test(one)),
        (one) => /^(?:(?:public|private|protected|readonly|override)\s+)*[\w$]+\s*\?/.test(one) || hasDefault(one),
        (one) => one.startsWith('...'),
      );
    case 'rust':
      return rangeBy(
        all.filter((one) => !/^(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self\b/.test(one)),
        () => false,
        (one) => one.includes('...'),
      );
    case 'go':
      return rangeBy(
        all,
        () => false,
        (one) => one.includes('...'),
      );
    case 'java':
      return rangeBy(
        all.filter((one) => !/\bthis$/.test(one)),
        () => false,
        (one) => one.includes('...'),
      );
    case 'kotlin': {
      const range = rangeBy(all, hasDefault, (one) => /^(?:\w+\s+)*vararg\s/.test(one));
      // What is overridden states the defaults.
      return meta.tags?.some((tag) => tag === 'override' || tag === 'actual') ? { ...range, min: 0 } : range;
    }
    case 'csharp': {
      const range = rangeBy(all, hasDefault, (one) => /(?:^|[\s\]])params\s/.test(one));
      // A method that extends a type takes the value in front of the dot.
      return /(?:^|[\s\]])this\s/.test(all[0] ?? '') ? { min: range.min - 1, max: range.max } : range;
    }
    case 'c':
      // `f()` of old C says nothing of its parameters.
      if (!all.length) return null;
      return all.length === 1 && all[0] === 'void'
        ? { min: 0, max: 0 }
        : rangeBy(
            all,
            () => false,
            (one) => one.includes('...'),
          );
    case 'cpp': {
      // Defaults may stand in a declaration elsewhere, but for a constructor within its class.
      const most = all.length === 1 && all[0] === 'void' ? [] : all;
      const isInClass = symbolKind === 'constructor' && !signature.includes(`::${name}`);
      return rangeBy(
        most,
        (one) => !isInClass || hasDefault(one),
        (one) => one.includes('...'),
      );
    }
    default:
      return null;
  }
}

function rangeBy(parameters: readonly string[], isOptional: (parameter: string) => boolean, isRest: (parameter: string) => boolean): Range {
  const rest = parameters.some(isRest);
  const single = parameters.filter((one) => !isRest(one));
  const min = single.filter((one) => one.length < STORED_CHARS && !isOptional(one)).length;
  return { min, max: rest ? Number.POSITIVE_INFINITY : single.length };
}

function pythonRange(all: readonly string[], isMember: boolean, tags: readonly string[]): Range | null {
  if (tags.some((tag) => !plainDecorators.has(tag.slice(tag.lastIndexOf('.') + 1)))) return null;
  const isBound = isMember && !tags.includes('staticmethod');
  if (isBound && /^\*/.test(all[0] ?? '*')) return null;
  const own = (isBound ? all.slice(1) : all).filter((one) => one !== '*' && one !== '/');
  return rangeBy(own, hasDefault, (one) => one.startsWith('*'));
}
