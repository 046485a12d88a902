/** Words by which a question asks for recently or frequently changed code. Pure. */
export const ageWords = {
  recent: /\b(?:recent(?:ly)?|latest|newest|just (?:changed|added|committed)|last (?:day|week|month|commit|change)s?|yesterday|today)\b/i,
  churn:
    /\b(?:churn|hot ?spots?|(?:often|frequently|most) (?:changed|edited|modified)|(?:change[sd]?|edited|modified) (?:the )?(?:most )?(?:often|frequently|most))\b/i,
};

/** Whether the answer depends on the history of the repository. */
export const asksForAge = (question: string): boolean => Object.values(ageWords).some((words) => words.test(question));
