;; The Emacs client in a real Emacs: asks about a change that is not saved, follows the answer, lists related code and symbols.
;; Told by the environment: CONTEXT_TEST_CLIENT (eglot or lsp), CONTEXT_TEST_SERVER (command line), CONTEXT_TEST_ROOT,
;; CONTEXT_TEST_CACHE, CONTEXT_TEST_PLUGIN, CONTEXT_TEST_OUT.
(require 'json)
(require 'project)
(defvar said nil)
(defun say (key value) (push (cons key value) said))
(defun env (name) (getenv (concat "CONTEXT_TEST_" name)))
(defun text-of (buffer) (with-current-buffer buffer (buffer-substring-no-properties (point-min) (point-max))))
(defun here () (list (file-name-nondirectory buffer-file-name) (line-number-at-pos)))

(defun start-client ()
  (add-to-list 'load-path (env "PLUGIN"))
  (require 'context-language-server)
  (setq context-language-server-command (split-string (env "SERVER") "\n")
        context-language-server-settings (list :cacheDir (env "CACHE"))
        eglot-sync-connect t
        eglot-connect-timeout 120
        lsp-session-file (expand-file-name "lsp-session" (env "CACHE"))
        lsp-auto-guess-root t
        lsp-enable-suggest-server-download nil
        lsp-enable-file-watchers nil
        lsp-response-timeout 60)
  (make-directory (env "CACHE") t))

(defun serve ()
  (if (equal (env "CLIENT") "eglot")
      (progn (require 'eglot) (apply #'eglot (eglot--guess-contact)))
    (require 'lsp-mode)
    (lsp-workspace-folders-add (env "ROOT"))
    (lsp)
    (while (not (and lsp--buffer-workspaces
                     (seq-every-p (lambda (one) (eq 'initialized (lsp--workspace-status one))) lsp--buffer-workspaces)))
      (accept-process-output nil 0.05))))

(defun try ()
  (start-client)
  (find-file (expand-file-name "cart.py" (env "ROOT")))
  (serve)
  (goto-char (point-min))
  (insert "def frobnicate_quux(größe):\n    return 42 * größe\n\n")
  (context-ask "frobnicate_quux")
  (say 'answer (text-of "*context answer*"))
  (with-current-buffer "*context answer*"
    (say 'mode (symbol-name major-mode))
    (goto-char (point-min))
    (search-forward "return 42")
    (save-window-excursion
      (context-answer-visit)
      (say 'visited (here))))
  (search-forward "total(")
  ;; The other files may still be waiting to be indexed.
  (let ((source (current-buffer)) (place (point)) (tries 0))
    (while (progn
             (save-window-excursion (with-current-buffer source (goto-char place) (context-related)))
             (and (< (setq tries (1+ tries)) 100) (not (string-match-p "calls: " (text-of "*xref*")))))
      (accept-process-output nil 0.2)))
  (say 'related (text-of "*xref*"))
  (let ((source (current-buffer)))
    (find-file (expand-file-name "cart.py" (env "ROOT")))
    (context-ask "total")
    (say 'callers (text-of "*context answer*"))
    ;; After a list of xref, next-error goes on with the answer.
    (set-buffer "*context answer*")
    (save-window-excursion
      (next-error 1 t)
      (with-current-buffer (window-buffer) (say 'next (here))))
    (with-current-buffer "*context answer*"
      (goto-char (point-min))
      (let (places)
        (condition-case nil
            (while t
              (context-answer-next)
              (push (buffer-substring-no-properties (line-beginning-position) (line-end-position)) places))
          (user-error nil))
        (say 'places (vconcat (nreverse places))))
      (goto-char (point-min))
      (re-search-forward "^- cart")
      (save-window-excursion
        (context-answer-visit)
        (say 'caller (buffer-substring-no-properties (line-beginning-position) (line-end-position)))))
    (set-buffer source))
  (context-symbols "frobnicate")
  (say 'symbols (text-of "*xref*"))
  (find-file (expand-file-name "cart.py" (env "ROOT")))
  (say 'status (context-status))
  (find-file (expand-file-name "cart.py" (env "ROOT")))
  (say 'modified (buffer-modified-p))
  (when (equal (env "CLIENT") "eglot")
    (goto-char (point-min))
    (search-forward "str(total")
    ;; pyright needs longer than ten seconds for its first answer on a busy machine.
    (set (if (boundp 'jsonrpc-default-request-timeout) 'jsonrpc-default-request-timeout 'jrpc-default-request-timeout) 120)
    (xref-find-definitions "LSP identifier at point.")
    (say 'definition (here))
    (find-file (expand-file-name "shop.js" (env "ROOT")))
    (unless (eglot-managed-p) (serve))
    (say 'servers (length (apply #'append (hash-table-values eglot--servers-by-project))))
    (context-ask "frobnicate_quux")
    (say 'second (text-of "*context answer*"))))

(condition-case problem (try)
  ((error quit)
   (say 'error (format "%S" problem))
   (dolist (buffer (buffer-list))
     (when (string-match-p "events\\*" (buffer-name buffer)) (say 'transcript (text-of buffer))))))
(with-temp-file (env "OUT") (insert (json-encode said)))
(let ((kill-emacs-hook nil) (confirm-kill-processes nil)) (kill-emacs 0))
