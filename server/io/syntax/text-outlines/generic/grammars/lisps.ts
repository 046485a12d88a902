/** Lisps: Clojure, Emacs Lisp, Scheme, Racket, Common Lisp. A definition is a list that begins with a word of the table. */
import { type Grammar, words } from '../grammar.js';
import { blockComment, lineComment, quoted } from '../tokens.js';

const name = '(?<name>[^\\s()\\[\\]{}"\';]+)';
const meta = '(?:\\^\\S+\\s+)*';

/** `\(` and `?\(` are characters in Clojure and Emacs Lisp. */
const escaped = (open: string) => ({
  open,
  comment: false,
  unterminated: 'line' as const,
  end: (text: string, from: number) => Math.min(text.length, from + open.length + (text.charCodeAt(from + open.length) === 10 ? 0 : 1)),
});

const lisp = (language: string, character: string): Grammar => ({
  name: language,
  tokens: [lineComment(';'), blockComment('#|', '|#', 'nested'), quoted('"', '"', { multiline: true }), escaped(character)],
  definitions: [
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
      kind: 'variable',
      scope: 'top',
      shape: 'block',
      pattern: new RegExp(
        `^\\((?:def|defonce|defvar(?:-local)?|defcustom|defconst|defparameter|defface|defgroup|define|s/def)\\s+${meta}${name}`,
      ),
    },
  ],
  blocks: 'parens',
  continuation: /^[)\]}]/,
  imports: [{ pattern: /^\((?:require|use|import|:require|:use|load|use-package|use-modules)\s+[#'([:]*(?<module>[\w./-]+)/ }],
  keywords: words('if let do fn def defn when cond'),
});

export const clojure = lisp('clojure', '\\');
export const emacsLisp = lisp('emacs-lisp', '?\\');
export const scheme = lisp('scheme', '#\\');
