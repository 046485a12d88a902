;;; context-language-server.el --- Ask questions about a workspace  -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "28.1"))
;; License: MIT

;;; Commentary:

;; Connects eglot and lsp-mode with context-language-server, and adds the commands that they do not have.
;;
;;   (require 'context-language-server)
;;   (add-hook 'prog-mode-hook #'eglot-ensure)      ; or #'lsp
;;
;; M-x context-ask       answers a question in a buffer; RET on a line of it opens that line
;; M-x context-related   lists callers, users, subclasses and tests of the symbol at point
;; M-x context-symbols   lists symbols by name or by meaning
;; M-x context-status    says what is indexed, and what language servers lack
;;
;; eglot has one server per buffer, so with eglot the server forwards requests to the language servers that it finds
;; (`passThrough').  In lsp-mode it runs beside the other servers.

;;; Code:

(require 'cl-lib)
(require 'outline)
(require 'project)
(require 'url-util)
(require 'xref)

(defvar eglot-server-programs)
(defvar lsp--cur-workspace)
(declare-function eglot-current-server "eglot")
(declare-function eglot--TextDocumentPositionParams "eglot")
(declare-function eglot--signal-textDocument/didChange "eglot")
(declare-function jsonrpc-request "jsonrpc")
(declare-function lsp--text-document-position-params "lsp-mode")
(declare-function lsp-find-workspace "lsp-mode")
(declare-function lsp-register-client "lsp-mode")
(declare-function lsp-request "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function make-lsp-client "lsp-mode")

(defgroup context-language-server nil
  "Questions about a workspace."
  :group 'tools)

(defcustom context-language-server-command '("context-language-server" "--stdio")
  "Program and arguments of the server."
  :type '(repeat string))

(defcustom context-language-server-settings nil
  "Settings of the server as a plist; protocol.md of the server lists them.
With eglot `:passThrough' is t unless it is set here."
  :type 'plist)

;;;; Connection

(defun context-language-server--eglot-contact (&rest _)
  "What eglot starts: the command, with the settings as initialization options."
  (append context-language-server-command
          (list :initializationOptions
                (append (unless (plist-member context-language-server-settings :passThrough) '(:passThrough t))
                        context-language-server-settings))))

(defun context-language-server--eglot-modes ()
  "All modes that eglot knows, with their language ids, and their parents.
One entry for all of them means one server for a project."
  (append (cl-loop for (modes) in eglot-server-programs
                   append (if (or (symbolp modes) (keywordp (cadr modes))) (list modes) modes))
          '(prog-mode text-mode conf-mode)))

(with-eval-after-load 'eglot
  (push (cons (context-language-server--eglot-modes) #'context-language-server--eglot-contact) eglot-server-programs))

(with-eval-after-load 'lsp-mode
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection (lambda () context-language-server-command))
                    :activation-fn (lambda (&rest _) t)
                    :initialization-options (lambda () context-language-server-settings)
                    :server-id 'context-language-server
                    :add-on? t :multi-root t :priority -1)))

(defun context-language-server--client ()
  "The package that serves this buffer: `eglot' or `lsp'.  Signal an error if none does."
  (cond ((and (fboundp 'eglot-current-server) (eglot-current-server)) 'eglot)
        ((and (fboundp 'lsp-find-workspace) (lsp-find-workspace 'context-language-server buffer-file-name)) 'lsp)
        (t (user-error "No context-language-server for this buffer: M-x eglot or M-x lsp starts it"))))

(defun context-language-server--request (method params)
  "The result of METHOD with PARAMS, a plist."
  (if (eq (context-language-server--client) 'eglot)
      (progn
        ;; eglot waits for a pause in typing; send the change before the question.
        (when (bound-and-true-p eglot--managed-mode) (eglot--signal-textDocument/didChange))
        (jsonrpc-request (eglot-current-server) method params :timeout 60))
    (let ((lsp--cur-workspace (lsp-find-workspace 'context-language-server buffer-file-name)))
      (lsp-request (substring (symbol-name method) 1) params))))

(defun context-language-server--place ()
  "The LSP document and position of point."
  (if (eq (context-language-server--client) 'eglot)
      (eglot--TextDocumentPositionParams)
    (lsp--text-document-position-params)))

(defun context-language-server--get (object &rest keys)
  "The field of OBJECT that KEYS lead to.
eglot has plists, lsp-mode hash tables or plists."
  (dolist (key keys object)
    (setq object (if (hash-table-p object)
                     (gethash (substring (symbol-name key) 1) object)
                   (plist-get object key)))))

(defun context-language-server--file (uri)
  "The file of URI."
  (let ((path (decode-coding-string (url-unhex-string (replace-regexp-in-string "\\`file://" "" uri)) 'utf-8)))
    (concat (file-remote-p default-directory)
            (if (string-match-p "\\`/[a-zA-Z]:/" path) (substring path 1) path))))

(defun context-language-server--location (location)
  "The xref location of LOCATION, an object with `uri' and `range'."
  (let ((start (context-language-server--get location :range :start)))
    (xref-make-file-location (context-language-server--file (context-language-server--get location :uri))
                             (1+ (context-language-server--get start :line))
                             (context-language-server--get start :character))))

(defun context-language-server--show-xrefs (places nothing result)
  "Show PLACES, a list of (TEXT . LOCATION), or the message NOTHING.
Then say what RESULT, the answer, lacks."
  (let ((lacks (context-language-server--lacks result))
        (lines nil))
    (unless places (user-error "%s" (string-join (cons nothing lacks) "; ")))
    ;; xref shows the places of one line without a break.
    (pcase-dolist (`(,text . ,location) places)
      (let* ((start (context-language-server--get location :range :start))
             (line (list (context-language-server--get location :uri) (context-language-server--get start :line)))
             (known (assoc line lines))
             (plain (replace-regexp-in-string "[ \t]*\n[ \t\n]*" " " text)))
        (if known (setf (caddr known) (concat (caddr known) "; " plain))
          (push (list line location plain) lines))))
    (let ((xrefs (mapcar (lambda (line) (xref-make (caddr line) (context-language-server--location (cadr line))))
                         (nreverse lines))))
      ;; Emacs 28 has it under another name.
      (funcall (if (fboundp 'xref-show-xrefs) 'xref-show-xrefs 'xref--show-xrefs) (lambda () xrefs) nil))
    (when lacks (message "%s" (string-join lacks "; ")))))

(defun context-language-server--lacks (result)
  "What RESULT, an answer, lacks: a list of messages."
  (cl-loop for problem across (context-language-server--get result :problems)
           when (or (eq t (context-language-server--get problem :incomplete))
                    (member (context-language-server--get problem :code) '("noMatch" "corrected" "budgetExceeded")))
           collect (context-language-server--get problem :message)))

;;;; Answers

(defvar context-answer-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'context-answer-visit)
    (define-key map (kbd "TAB") #'outline-toggle-children)
    (define-key map (kbd "n") #'context-answer-next)
    (define-key map (kbd "p") #'context-answer-previous)
    map)
  "Keys of an answer.")

(define-derived-mode context-answer-mode special-mode "Answer"
  "Shows an answer: a heading for each place, then code with line numbers.
\\{context-answer-mode-map}"
  (setq-local outline-regexp "#+ ")
  (outline-minor-mode)
  (font-lock-add-keywords nil '(("^##? .*$" . 'outline-1) ("^>.*$" . 'warning) ("^ *[0-9]+ " . 'shadow)))
  (setq next-error-function #'context-answer--next))

(defun context-answer-visit ()
  "Open the line of code that point is on, or the place of its heading, in another window."
  (interactive)
  (pcase (get-text-property (line-beginning-position) 'context-place)
    (`(,file . ,line)
     (find-file-other-window file)
     (goto-char (point-min))
     (forward-line (if (integerp line) (1- line) 0)))
    (_ (user-error "No place here"))))

(defun context-answer-next (&optional count)
  "Move COUNT places further: to the next heading of a place, or line of a list with one."
  (interactive "p")
  (let ((step (cl-signum (or count 1))) (from (point)))
    (dotimes (_ (abs (or count 1)))
      (while (progn
               (unless (and (zerop (forward-line step)) (not (eobp)))
                 (goto-char from)
                 (user-error "No more places"))
               (not (and (looking-at "## \\|- ") (get-text-property (point) 'context-place))))))))

(defun context-answer-previous (&optional count)
  "Move COUNT places back."
  (interactive "p")
  (context-answer-next (- (or count 1))))

(defun context-answer--next (count restart)
  "Visit the place COUNT places further, for `next-error'.  Start at the first one with RESTART."
  (when restart (goto-char (point-min)))
  (context-answer-next count)
  (context-answer-visit))

(defun context-answer--listed-place (root)
  "The place that the line at point lists, relative to ROOT, or nil."
  (when (and root (looking-at "- \\(?:\\(?1:[^\n]+?\\):\\(?2:[0-9]+\\) (in \\|.*(\\(?1:[^()\n]+\\):\\(?2:[0-9]+\\))$\\)"))
    (cons (expand-file-name (match-string 1) root) (string-to-number (match-string 2)))))

(defun context-answer--mark-places (hits root)
  "Give each line of the buffer its place, a cons of file and line.
The headings are those of HITS, in their order; paths in lists are relative to ROOT."
  (goto-char (point-min))
  (let (file line)
    (while (not (eobp))
      (cond ((looking-at "## [^\n]+:[0-9]+-[0-9]+")
             (let ((hit (pop hits)))
               (setq file (context-language-server--file (context-language-server--get hit :uri))
                     line (1+ (elt (or (context-language-server--get hit :answerLines)
                                       (list (context-language-server--get hit :selectionRange :start :line)))
                                   0)))))
            ((looking-at "##? ") (setq file nil)))
      (let* ((own (and (looking-at " *\\([0-9]+\\) ") (string-to-number (match-string 1))))
             (place (if file (cons file (or own line)) (context-answer--listed-place root))))
        (when place (put-text-property (point) (line-end-position) 'context-place place)))
      (forward-line))))

;;;###autoload
(defun context-ask (question)
  "Answer QUESTION, in plain words, a name or a stack trace, in a buffer beside this one."
  (interactive (progn (context-language-server--client) (list (read-string "Ask: "))))
  (let* ((root (and (project-current) (project-root (project-current))))
         (place (and buffer-file-name (context-language-server--place)))
         (anchor (and place (list :anchor (list :uri (context-language-server--get place :textDocument :uri)
                                                :position (plist-get place :position)))))
         (answer (context-language-server--request
                  :context/retrieve `(:query ,question :profile "reader" :format "markdown" ,@anchor)))
         (hits (append (context-language-server--get answer :results) (context-language-server--get answer :related) nil)))
    (with-current-buffer (get-buffer-create "*context answer*")
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert "# " question "\n\n" (context-language-server--get answer :markdown))
        (context-answer-mode)
        (context-answer--mark-places hits root))
      (goto-char (point-min))
      (setq next-error-last-buffer (current-buffer))
      (pop-to-buffer (current-buffer)))))

;;;###autoload
(defun context-related ()
  "List callers, users, subclasses, tests and callees of the symbol at point.
Each has the lines that prove it; `by name alone': another symbol may be meant."
  (interactive)
  (let* ((result (context-language-server--request :context/related (context-language-server--place)))
         (places (cl-loop
                  for item across (context-language-server--get result :items)
                  for symbol = (context-language-server--get item :symbol)
                  for proof = (context-language-server--get item :proof)
                  for relation = (concat (replace-regexp-in-string "_" " " (context-language-server--get item :relation))
                                         (if (eq t (context-language-server--get item :guess)) " (by name alone)" ""))
                  for name = (format "%s: %s" relation (context-language-server--get symbol :qualifiedName))
                  if proof
                  append (cons (cons (concat name "  " (context-language-server--get proof :text)) proof)
                               (cl-loop for more across (or (context-language-server--get item :moreProof) [])
                                        collect (cons (context-language-server--get more :text) more)))
                  else collect (cons name (context-language-server--name-location symbol)))))
    (context-language-server--show-xrefs places "Nothing related is known" result)))

(defun context-language-server--name-location (symbol)
  "The location of the name of SYMBOL."
  (list :uri (context-language-server--get symbol :location :uri)
        :range (context-language-server--get symbol :selectionRange)))

;;;###autoload
(defun context-symbols (query)
  "List symbols that QUERY names or describes."
  (interactive (progn (context-language-server--client) (list (read-string "Symbols: "))))
  (let ((result (context-language-server--request :workspace/semanticSymbol (list :query query))))
    (context-language-server--show-xrefs
     (cl-loop for symbol across (context-language-server--get result :symbols)
              collect (cons (format "%s  %s" (context-language-server--get symbol :qualifiedName)
                                    (context-language-server--get symbol :signature))
                            (context-language-server--name-location symbol)))
     "No symbols" result)))

;;;###autoload
(defun context-status ()
  "Say what is indexed, and what the language servers lack."
  (interactive)
  (let ((status (context-language-server--request :context/status nil)))
    (message "%s" (string-join
                   (append
                    (list (format "%s: %d files, %d symbols" (context-language-server--get status :state)
                                  (context-language-server--get status :files) (context-language-server--get status :symbols)))
                    (cl-loop for problem across (context-language-server--get status :problems)
                             collect (context-language-server--get problem :message))
                    (cl-loop for one across (context-language-server--get status :structure)
                             collect (format "%s: language servers have resolved %d of %d files%s"
                                             (context-language-server--get one :language)
                                             (context-language-server--get one :withEdges)
                                             (context-language-server--get one :files)
                                             (let ((problem (context-language-server--get one :problem)))
                                               (if (equal problem "") "" (concat ": " problem))))))
                   "\n"))))

(provide 'context-language-server)
;;; context-language-server.el ends here
