/** Results as the subcommands print them: for programs, for documents, for a terminal. */
import type { Result } from '../../core/model/answer.js';
import { type Flags, isColoured } from './flags.js';
import type { TerminalView } from './render-terminal.js';

/** A result as programs read it: lines are 1-based and inclusive here, as everywhere outside of LSP. */
export const resultJson = (result: Result) => ({
  file: result.path,
  start_line: result.lines.start + 1,
  end_line: Math.max(result.lines.start + 1, result.lines.end),
  tokens: result.tokens,
  score: result.score,
  symbol: result.qualifiedName,
});

export const fullJson = <R extends Result>({ lines, segments, ...result }: R) => ({
  ...resultJson({ ...result, lines, segments }),
  ...result,
  segments: segments.map(({ textLine, line, count }) => ({ text_line: textLine + 1, start_line: line + 1, end_line: line + count })),
  nameLine: result.nameLine + 1,
});

export const viewOf = (flags: Flags): TerminalView => ({
  color: isColoured(flags),
  // 0 where a terminal does not know its size.
  width: process.stdout.columns || 100,
  isTerminal: Boolean(process.stdout.isTTY),
  explain: flags.explain ?? false,
});
