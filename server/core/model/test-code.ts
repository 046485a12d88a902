/** Code that tests other code: in a file of tests, or beside the code. Pure. */
import type { ChunkRecord } from './chunk.js';

/** `mod tests` beside the code that it tests, `test "…"` between functions. */
export const isInlineTest = ({ symbolKind, language, qualifiedName }: ChunkRecord): boolean =>
  symbolKind === 'test' || (language === 'rust' && (symbolKind === 'module' ? IN_TESTS_OR_ITSELF : IN_TESTS).test(qualifiedName));

/** A function may be called `test`. */
const IN_TESTS = /^(?:.*[.:])?tests?[.:]/;
const IN_TESTS_OR_ITSELF = /^(?:.*[.:])?tests?(?:[.:]|$)/;

export const isTestCode = (record: ChunkRecord): boolean => record.role === 'test' || isInlineTest(record);
