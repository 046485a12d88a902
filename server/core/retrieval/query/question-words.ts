/** Words by which a question asks for what ranking otherwise counts less: tests, types, another platform, recent changes. Pure. */

/** By topic. English words that any project uses; none was added for a single repository. */
export const topicWords = {
  test: /\b(?:tests?|testing|specs?|assert\w*|mock\w*|fixtures?)\b/i,
  documentation: /\b(?:docs?|documentation|readme|guide|tutorial|changelog|markdown)\b/i,
  configuration: /\b(?:config\w*|settings?|ya?ml|json|toml|workflow|ci|package|dependenc\w+)\b/i,
  example: /\b(?:examples?|demo|samples?)\b/i,
  generated: /\bgenerated\b/i,
  vendored: /\b(?:vendor\w*|third.party)\b/i,
  legacy: /\b(?:legacy|deprecated|compat\w*)\b/i,
  script: /\b(?:scripts?|build\w*|releas\w*|install\w*|bench\w*|tool(?:s|ing)?)\b/i,
  types: /\b(?:types?|typings?|interfaces?|options?|props|config\w*|settings?|schemas?|shape)\b/i,
  /** Code that is not a function. */
  values: /\b(?:types?|interfaces?|structs?|enums?|fields?|propert(?:y|ies)|constants?|variables?|comments?)\b/i,
  comments: /\b(?:comments?|todos?|fixmes?|remarks?|licen[cs]es?|pragmas?)\b/i,
  platform: /\b(?:win(?:32|dows)?|darwin|mac\s?os|os\s?x|linux|platforms?|cross-platform)\b/i,
  version: /\bv\d+\b/i,
  recent:
    /\b(?:recent(?:ly)?|latest|newest|just (?:changed|added|committed)|last (?:day|week|month|commit|change)s?|yesterday|today|lately)\b/i,
  churn: /\b(?:churn|hot ?spots?|(?:often|frequently|most) (?:changed|edited|touched|modified)|changes? (?:often|frequently|most))\b/i,
};
export type Topic = keyof typeof topicWords;

/** Whether a text mentions a topic. */
export const mentions = (text: string, topic: Topic): boolean => topicWords[topic].test(text);

const HEAD_LINES = 2;

/**
 * The first two lines that are not blank, such as the title of an issue or a commit; the whole of a short question. The body of a long
 * text mentions much that is not asked for.
 */
export const headOf = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, HEAD_LINES)
    .join('\n');
