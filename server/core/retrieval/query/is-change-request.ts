/**
 * Whether a text says what to do (`fix …`, `always send …`) or what is or should be the case (`redirects are too broad`), as
 * the title of a commit, an issue or an order to an agent does, rather than asking or naming a topic. Pure.
 */

/** Verbs that begin a task and hardly ever a topic; `test`, `cache` or `log` are both. */
const DOING =
  'add|adjust|allow|appl(?:y|i)|assert|assume|avoid|accept|catch|change|check|clear|convert|correct|create|define|delete|deprecate|detect|disable|disallow|drop|emit|enable|enforce|ensure|exclude|expose|extend|extract|fail|fix|generate|handle|ignore|implement|improve|include|increase|infer|inform|initiali[sz]e|introduce|invoke|keep|make|migrate|move|narrow|normali[sz]e|notify|omit|optimi[sz]e|pass|prefer|preserve|prevent|print|provide|put|raise|reduce|refactor|reject|relax|remove|rename|reorder|replace|require|resolve|respect|restore|restrict|return|reuse|revert|rewrite|saniti[sz]e|save|send|set|show|simplify|skip|stop|strip|support|suppress|switch|throw|treat|try|unify|update|upgrade|use|validate|wrap|write';
const HOW = "always|automatically|better|correctly|do not|don['’]?t|just|kept|made|never|no longer|only|properly";
/** After what conventional commits begin with (`feat(router):`). */
const ORDER = new RegExp(`^(?:\\w+(?:\\([^)]*\\))?!?:\\s*)?\\W*(?:(?:${DOING})(?:e?s|e?d|[pt]?ped|ted)?|${HOW})\\b`, 'i');
const FINITE =
  /\b(?:is|are|was|were|should|must|does|do|can|cannot|will|has|have|no longer|now|(?:is|are|was|do|does|has|have|ca|wo|should|must)n['’]t)\b/i;
/** Before the verb: it asks, or what follows only describes what is looked for. */
const ASKING = /\b(?:how|what|where|which|why|who|whom|whose|when|while|whether|if|that)\b/i;

export function isChangeRequest(text: string): boolean {
  if (ORDER.test(text)) return true;
  const verb = text.search(FINITE);
  return verb > 0 && !text.endsWith('?') && !ASKING.test(text.slice(0, verb));
}
