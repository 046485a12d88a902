/** Lisps: Clojure, Emacs Lisp, Scheme, Racket, Common Lisp. A definition is a list that begins with a word of the table. */
import { type DefinitionRule, type Grammar, words } from '../grammar.js';
import { blockComment, lineComment, quoted } from '../tokens.js';

const name = '(?<name>[^\\s()\\[\\]{}"\';^~`,][^\\s()\\[\\]{}"\';]*)';
/** `^:private`, `^{:doc "…"}` */
const meta = '(?:\\^(?:\\{[^{}]{0,1500}\\}|[^{\\s]\\S*)\\s+)*';

const defining = `^\\((?:[\\w.*-]{1,60}/)?(?:[\\w-]{1,60}-)?def(?!ault|er\\b)(?:ine)?(?:-?[\\w*-]{1,60})?\\s+${meta}'?${name}`;

/** `\(` and `?\(` are characters in Clojure and Emacs Lisp. */
const escaped = (open: string) => ({
  open,
  comment: false,
  unterminated: 'line' as const,
  end: (text: string, from: number) => Math.min(text.length, from + open.length + (text.charCodeAt(from + open.length) === 10 ? 0 : 1)),
});

const lisp = (language: string, character: string, more: Partial<Grammar>, members: readonly DefinitionRule[] = []): Grammar => ({
  name: language,
  tokens: [lineComment(';'), blockComment('#|', '|#', 'nested'), quoted('"', '"', { multiline: true }), escaped(character)],
  ...more,
  definitions: [
    ...members,
    {
      kind: 'namespace',
      scope: 'top',
      shape: 'block',
      pattern: new RegExp(`^\\((?:ns|in-ns|defpackage|define-module|library|module)\\s+${meta}[#:']*${name}`),
    },
    {
      kind: 'macro',
      scope: 'any',
      shape: 'block',
      pattern: new RegExp(`^\\((?:defmacro|cl-defmacro|define-macro|define-syntax|define-syntax-rule)\\s+${meta}\\(?${name}`),
    },
    {
      kind: 'class',
      scope: 'any',
      shape: 'block',
      pattern: new RegExp(
        `^\\((?:defclass|defstruct|cl-defstruct|defrecord|deftype|struct|define-record-type|define-struct)\\s+${meta}\\(?${name}`,
      ),
    },
    {
      kind: 'interface',
      scope: 'any',
      shape: 'block',
      pattern: new RegExp(`^\\((?:defprotocol|definterface|defgeneric|cl-defgeneric)\\s+${meta}${name}`),
    },
    {
      kind: 'test',
      scope: 'any',
      shape: 'block',
      pattern: new RegExp(`^\\((?:deftest|ert-deftest|test-case|deftask)\\s+${meta}"?${name}`),
    },
    {
      kind: 'function',
      scope: 'any',
      shape: 'block',
      pattern: new RegExp(
        `^\\((?:defn-?|defun|defmethod|defmulti|cl-defun|cl-defmethod|defsubst|define-inline|define-minor-mode|define-derived-mode|define/contract)\\s+${meta}${name}`,
      ),
    },
    { kind: 'function', scope: 'any', shape: 'block', pattern: new RegExp(`^\\(define\\*?\\s+\\(+${name}`) },
    {
      kind: 'constant',
      scope: 'top',
      shape: 'block',
      pattern: new RegExp(`^\\((?:def|defonce|defcustom|defconst|defparameter|defface|defgroup|s/def)\\s+${meta}${name}`),
    },
    { kind: 'variable', scope: 'top', shape: 'block', pattern: new RegExp(`^\\((?:defvar(?:-local)?|define)\\s+${meta}${name}`) },
    // Words that a program or a library defines things with: `defroutes`, `s/defn`, `transient-define-prefix`.
    { kind: 'function', scope: 'top', shape: 'block', pattern: new RegExp(`${defining}(?=\\s+(?:"[^"]*"\\s+)?[[(])`) },
    { kind: 'variable', scope: 'top', shape: 'block', pattern: new RegExp(defining) },
  ],
  blocks: 'parens',
  continuation: /^[)\]}]/,
  imports: [{ pattern: /^\((?:require|use|import|:require|:use|load|use-package|use-modules)\s+[#'([:]*(?<module>[\w./-]+)/ }],
  keywords: words('if let do fn def defn when cond'),
});

/** Functions of a protocol, a record or a type. */
const member: DefinitionRule = {
  kind: 'method',
  scope: 'nested',
  inside: ['interface', 'class'],
  shape: 'block',
  pattern: new RegExp(`^\\(${meta}${name}(?=\\s+${meta}\\[)`),
};

export const clojure = lisp('clojure', '\\', { mentions: 'requires' }, [member]);
export const emacsLisp = lisp('emacs-lisp', '?\\', { mentions: 'lists', separatesFunctions: true });
export const scheme = lisp('scheme', '#\\', { mentions: 'lists' });
