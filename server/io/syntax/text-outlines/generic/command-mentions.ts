/** Nushell: commands at the beginning of a line, behind a bar, a bracket or `=`, alone and with the word behind them: `date floor`. */
import type { MentionScanner } from './mention-sink.js';

const command = /(?:^|[|({;=]|\b(?:do|else|return|not|and|or)\b)[^\S\n]{0,40}([A-Za-z][\w-]{1,80})(?:[^\S\n]{1,9}([a-z][\w-]{1,80}))?/gm;

export const findCommandMentions: MentionScanner = ({ code }, symbols, grammar, { mention }) => {
  const declared = new Set(symbols.map(({ nameSpan }) => nameSpan.start));
  for (const { 0: whole, 1: first = '', 2: second, index } of code.matchAll(command)) {
    const at = index + whole.indexOf(first);
    if (declared.has(at) || grammar.keywords.has(first)) continue;
    mention(first, 'call', at);
    if (second !== undefined && !grammar.keywords.has(second)) mention(`${first} ${second}`, 'call', at);
  }
};
