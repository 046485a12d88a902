/** Words by which a question asks for code that ranking otherwise counts less: tests, documentation, comments, recent changes. Pure. */
import { ageWords } from '../../model/age-words.js';

/** By topic: its own name and its common synonyms, in English. */
export const topicWords = {
  test: /\b(?:tests?|specs?)\b/i,
  documentation: /\b(?:docs?|documentation|readme)\b/i,
  configuration: /\b(?:config|configuration|settings?)\b/i,
  example: /\bexamples?\b/i,
  generated: /\bgenerated\b/i,
  vendored: /\bvendor(?:ed)?\b/i,
  legacy: /\b(?:legacy|deprecated)\b/i,
  migration: /\b(?:migrat(?:ions?|es?|ed|ing)|schema)\b/i,
  script: /\bscripts?\b/i,
  comments: /\b(?:comments?|todos?|fixmes?)\b/i,
  types: /\b(?:class(?:es)?|structs?|interfaces?|traits?|types?|enums?|modules?|components?|exceptions?)\b/i,
  values:
    /\b(?:fields?|propert(?:y|ies)|options?|settings?|constants?|variables?|defaults?|attributes?|flags?|columns?|keys?|parameters?)\b/i,
  ...ageWords,
};
export type Topic = keyof typeof topicWords;

/** Whether a text mentions a topic. */
export const mentions = (text: string, topic: Topic): boolean => topicWords[topic].test(text);

/** Tests are what is asked for: `which tests …`, `tests that …`, `the unit tests of …`. */
const TESTS_ASKED =
  /^\W*(?:(?:please\s+)?(?:find|show(?:\s+me)?|list|give\s+me|are\s+there|is\s+there|where\s+(?:are|is)|which|what)\s+)?(?:(?:the|a|any|all|existing)\s+){0,2}(?:(?:unit|integration|functional|e2e|regression|end-to-end)\s+)?tests?(?:\s+cases?)?\s+(?:that|which|for|of|about|where|in\s+which|when|check\w*|cover\w*|verif\w*|assert\w*|prov\w*|exercis\w*)\b/i;
export const asksForTests = (text: string): boolean => TESTS_ASKED.test(text);

/** How a program or its tests are run or built: guides and build files say so, `how do I run one test`, `how are the e2e tests executed`. */
const RUN = '(?:run|start|build|built|compiled?|install(?:ed)?|deploy(?:ed)?|lint(?:ed)?|debug|execut(?:e|ed)|set up)';
const HOW_TO_RUN = new RegExp(
  `^\\W*(?:please\\s+)?how\\s+(?:(?:do|can|should|would)\\s+(?:i|we|you|one)|to)\\s+(?:\\w+\\s+){0,2}${RUN}\\b|^\\W*how\\s+(?:are|is)\\b.{0,60}\\btests?\\b.{0,60}\\b${RUN}\\b|^\\W*(?:run|build|start|install)(?:ning|ing)?\\s+(?:the|a|an|all|one|some)\\b`,
  'i',
);
export const asksHowToRun = (text: string): boolean => HOW_TO_RUN.test(text);

const HEAD_LINES = 2;

/** The lines that are not blank. */
export const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim());

/**
 * The first two lines that are not blank; the whole of a short question. The body of a long text mentions much that is not asked for.
 */
export const headOf = (text: string): string => linesOf(text).slice(0, HEAD_LINES).join('\n');

/** The first line, such as the title of an issue or a commit. */
export const titleOf = (text: string): string => linesOf(text)[0] ?? '';
