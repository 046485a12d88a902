-- Neovim client of context-language-server: one client per workspace, attached to every file buffer in it, and commands.
-- Needs Neovim 0.7 or newer. `:help context-language-server` has the options.
local M = {}

local NAME = 'context_language_server'
local defaults = {
  cmd = { 'context-language-server', '--stdio' },
  -- Sent as initializationOptions; protocol.md lists the settings. With { passThrough = true } this client is also the
  -- language server of every file (definition, hover, completion, rename, diagnostics …); a list limits it to these languages.
  settings = {},
  -- False: the server is started in another way, for example by vim.lsp.enable.
  attach = true,
  -- Workspace folder of a file.
  root_dir = function(path)
    local git = vim.fn.finddir('.git', vim.fn.fnamemodify(path, ':p:h') .. ';')
    return git ~= '' and vim.fn.fnamemodify(git, ':p:h:h') or vim.fn.getcwd()
  end,
}
local options = defaults
local statuses = {}
-- Clients whose server has answered `initialize`, and why the last one ended that had not.
local started, failure = {}, nil

M.root = function(path) return options.root_dir(path) end
M.failure = function() return failure end

--- The configuration of the client, for vim.lsp.start and vim.lsp.config; `more` is merged into it.
function M.config(more)
  return vim.tbl_extend('force', {
    name = NAME,
    cmd = options.cmd,
    init_options = vim.tbl_extend('keep', options.settings, { statusNotifications = true }),
    -- Changes are sent at once: a question that follows an edit is about the new text.
    flags = { debounce_text_changes = 0 },
    on_init = function(client) started[client.id], failure = true, nil end,
    on_exit = function(code, _, id)
      if started[id] or code == 0 then return end
      failure = ('%s ended with exit code %d before it answered; run it in a terminal to see why'):format(table.concat(options.cmd, ' '), code)
      vim.schedule(function() vim.notify(failure, vim.log.levels.ERROR) end)
    end,
    handlers = {
      ['context/didChangeStatus'] = function(_, status, context)
        statuses[context.client_id] = status
        vim.cmd('redrawstatus')
      end,
    },
  }, more or {})
end

local all_clients = vim.lsp.get_clients or vim.lsp.get_active_clients

--- The client whose root contains a file, or nil.
function M.client(path)
  local root = options.root_dir(path)
  for _, client in ipairs(all_clients()) do
    local known = client.config.root_dir
    if client.name == NAME and known and (known == root or vim.startswith(path, known .. '/')) then return client end
  end
end

local function start(path)
  local client = M.client(path)
  if client then return client end
  local config = M.config({ root_dir = options.root_dir(path) })
  -- Neovim 0.7 has no vim.lsp.start. Newer versions have one that also attaches the buffer, which M.attach decides.
  local id = vim.lsp.start and vim.lsp.start(config, { attach = false }) or vim.lsp.start_client(config)
  return id and vim.lsp.get_client_by_id(id)
end

--- Attaches a file buffer, so that the server sees its unsaved text.
function M.attach(buffer)
  local name = vim.api.nvim_buf_get_name(buffer)
  if name == '' or vim.bo[buffer].buftype ~= '' then return end
  local client = start(name)
  if client then vim.lsp.buf_attach_client(buffer, client.id) end
end

--- Sends a request for the workspace of the current buffer. `params` is a table, or a function from the client to a table;
--- `done` is called with the result and the client.
function M.request(method, params, done)
  local name = vim.api.nvim_buf_get_name(0)
  local client = start(vim.bo.buftype == '' and name ~= '' and name or vim.fn.getcwd() .. '/')
  if not client then return vim.notify('context-language-server did not start', vim.log.levels.ERROR) end
  vim.wait(10000, function() return client.initialized or client:is_stopped() end, 20)
  if not client.initialized then return vim.notify(failure or 'context-language-server does not answer', vim.log.levels.ERROR) end
  local function reply(problem, result)
    if problem then return vim.notify(problem.message, vim.log.levels.ERROR) end
    done(result, client)
  end
  if type(params) == 'function' then params = params(client) end
  if vim.fn.has('nvim-0.11') == 1 then return client:request(method, params, reply, 0) end
  client.request(method, params, reply, 0)
end

--- LSP document and cursor position; nil if the buffer is not a file.
local function place(client)
  if vim.api.nvim_buf_get_name(0) == '' or vim.bo.buftype ~= '' then return nil end
  return vim.lsp.util.make_position_params(0, client.offset_encoding)
end

--- Asks a question; `done` is called with the buffer that shows the answer, and the result.
function M.ask(query, done)
  local function params(client)
    local here = place(client)
    return { query = query, profile = 'reader', format = 'markdown', anchor = here and { uri = here.textDocument.uri, position = here.position } }
  end
  M.request('context/retrieve', params, function(result, client)
    local buffer = require('context_language_server.answer')(query, result, client.config.root_dir)
    if done then done(buffer, result) end
  end)
end

--- An item of the quickfix list; `names`: the column is that of the first of them that the line has.
local function item(location, text, client, names)
  local one = vim.lsp.util.locations_to_items({ location }, client.offset_encoding)[1]
  for _, name in ipairs(names or {}) do
    local column = one.text:find('%f[%w_]' .. vim.pesc(name) .. '%f[^%w_]')
    if column then return vim.tbl_extend('force', one, { text = text, col = column }) end
  end
  return vim.tbl_extend('force', one, { text = text })
end

--- What an answer lacks.
local function tell(result)
  for _, problem in ipairs(result.problems or {}) do
    if problem.incomplete or problem.code == 'noMatch' or problem.code == 'corrected' or problem.code == 'budgetExceeded' then
      vim.notify('context: ' .. problem.message, vim.log.levels.WARN)
    end
  end
end

local function name_of(symbol) return { uri = symbol.location.uri, range = symbol.selectionRange } end

local function list(title, items, pick, done)
  vim.fn.setqflist({}, ' ', { title = title, items = items })
  if done then return done(items) end
  if #items == 0 then return vim.notify('nothing found for ' .. title) end
  if pick then require('context_language_server.pick')(title, items) else vim.cmd('copen') end
end

--- Symbols by name or by meaning, into the quickfix list; with `pick` into a picker.
function M.symbols(query, done, pick)
  M.request('workspace/semanticSymbol', { query = query }, function(result, client)
    local items = vim.tbl_map(function(symbol)
      return item(name_of(symbol), symbol.qualifiedName .. '  ' .. symbol.signature, client)
    end, result.symbols)
    list(query, items, pick, done)
    tell(result)
  end)
end

--- Symbols related to the one under the cursor (callers, users, subclasses, tests, callees), each with the line that proves it.
function M.related(done, pick)
  if vim.api.nvim_buf_get_name(0) == '' or vim.bo.buftype ~= '' then
    return vim.notify('ContextRelated: put the cursor on a symbol in a file', vim.log.levels.WARN)
  end
  M.request('context/related', place, function(result, client)
    local asked = result.of[1] and result.of[1].name
    local items = {}
    for _, one in ipairs(result.items) do
      local proof = type(one.proof) == 'table' and one.proof or nil
      local relation = one.relation:gsub('_', ' ') .. (one.guess and ' (by name alone)' or '')
      for nth, line in ipairs(vim.list_extend({ proof or name_of(one.symbol) }, one.moreProof or {})) do
        local text = (nth == 1 and relation .. ': ' .. one.symbol.qualifiedName or '') .. (proof and '  ' .. line.text or '')
        table.insert(items, item(line, text, client, proof and { asked, one.symbol.name }))
      end
    end
    list(result.of[1] and result.of[1].qualifiedName or 'related', items, pick, done)
    tell(result)
  end)
end

--- For a status line: progress during indexing, else ''.
function M.statusline()
  local name = vim.api.nvim_buf_get_name(0)
  local client = M.client(vim.bo.buftype == '' and name ~= '' and name or vim.fn.getcwd() .. '/')
  local status = client and statuses[client.id]
  if not status or status.state == 'ready' then return '' end
  local total = type(status.total) == 'number' and '/' .. status.total or ''
  return ('context: %s %d%s'):format(status.state, status.done, total)
end

function M.setup(given)
  for key in pairs(given or {}) do
    if defaults[key] == nil then
      local hint = 'options are attach, cmd, root_dir, settings; settings of the server belong in settings'
      vim.notify(('context_language_server: unknown option %s; %s'):format(key, hint), vim.log.levels.WARN)
    end
  end
  options = vim.tbl_extend('force', defaults, given or {})
  if type(options.settings) ~= 'table' then error('context_language_server: settings is a table, for example { passThrough = true }', 0) end
  if type(options.cmd) ~= 'table' then
    error("context_language_server: cmd is a list, for example { 'context-language-server', '--stdio' }", 0)
  end
  local command = vim.api.nvim_create_user_command
  command('ContextAsk', function(args) M.ask(args.args) end, { nargs = '+', desc = 'Answer a question about the workspace' })
  command('ContextSymbols', function(args) M.symbols(args.args, nil, args.bang) end, { nargs = '+', bang = true })
  command('ContextRelated', function(args) M.related(nil, args.bang) end, { nargs = 0, bang = true })
  if not options.attach then return end
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile' }, {
    group = vim.api.nvim_create_augroup(NAME, { clear = true }),
    callback = function(args) M.attach(args.buf) end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) then M.attach(buffer) end
  end
end

return M
