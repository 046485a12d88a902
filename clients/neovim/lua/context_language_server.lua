-- Neovim client of context-language-server: one client a workspace, attached to every file buffer in it, and two
-- commands. Needs Neovim 0.7 or newer and nothing else.
--
--   require('context_language_server').setup({})
--
-- :ContextAsk where are redirects followed     the answer in a scratch buffer; <CR> on a heading opens the place
-- :ContextSymbols read proxy settings          symbols by name or by meaning in the quickfix list
local M = {}

local defaults = {
  cmd = { 'context-language-server', '--stdio' },
  -- Sent as initializationOptions; protocol.md lists the settings. With { passThrough = true } this client is also the
  -- language server of every file (definition, hover, completion, rename, diagnostics …); a list of languages passes on those.
  settings = {},
  -- Folder of the workspace a buffer belongs to.
  root_dir = function(path)
    local git = vim.fn.finddir('.git', vim.fn.fnamemodify(path, ':p:h') .. ';')
    return git ~= '' and vim.fn.fnamemodify(git, ':p:h:h') or vim.fn.getcwd()
  end,
}
local options = defaults
local clients = {}

--- Starts the client of a folder, or gives the one that runs. Returns its id.
function M.start(root)
  local id = clients[root]
  if id and vim.lsp.get_client_by_id(id) then return id end
  id = vim.lsp.start_client({
    name = 'context-language-server',
    cmd = options.cmd,
    root_dir = root,
    init_options = options.settings,
    on_exit = function() clients[root] = nil end,
  })
  clients[root] = id
  return id
end

--- Attaches a file buffer, so that what is typed into it counts before it is saved.
function M.attach(buffer)
  local name = vim.api.nvim_buf_get_name(buffer)
  if name == '' or vim.bo[buffer].buftype ~= '' then return end
  local id = M.start(options.root_dir(name))
  if id then vim.lsp.buf_attach_client(buffer, id) end
end

local function client_here()
  local name = vim.api.nvim_buf_get_name(0)
  local id = M.start(options.root_dir(name ~= '' and name or vim.fn.getcwd()))
  return id and vim.lsp.get_client_by_id(id)
end

local function request(method, params, done)
  local client = client_here()
  if not client then return vim.notify('context-language-server did not start', vim.log.levels.ERROR) end
  local function send()
    client.request(method, params, function(problem, result)
      if problem then return vim.notify(problem.message, vim.log.levels.ERROR) end
      done(result, client)
    end, 0)
  end
  if client.initialized then return send() end
  vim.wait(10000, function() return client.initialized end, 20)
  send()
end

local function show(result)
  vim.cmd('botright new')
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].buftype, vim.bo[buffer].bufhidden, vim.bo[buffer].swapfile = 'nofile', 'wipe', false
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(result.markdown, '\n'))
  vim.bo[buffer].filetype = 'markdown'
  vim.bo[buffer].modifiable = false
  -- The n-th heading is the n-th result; related ones follow.
  local shown = vim.list_extend(vim.list_extend({}, result.results), result.related)
  vim.keymap.set('n', '<CR>', function()
    local line, nth = vim.fn.line('.'), 0
    for _, text in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, line, false)) do
      if text:match('^## .+:%d+%-%d+') then nth = nth + 1 end
    end
    local hit = shown[nth]
    if hit then
      vim.cmd('wincmd p')
      vim.lsp.util.jump_to_location({ uri = hit.uri, range = hit.selectionRange }, 'utf-16')
    end
  end, { buffer = buffer, desc = 'Open the place of this result' })
  return buffer
end

--- Asks a question; `done` is called with the buffer that shows the answer.
function M.ask(query, done)
  local cursor = vim.api.nvim_win_get_cursor(0)
  local anchor
  if vim.api.nvim_buf_get_name(0) ~= '' and vim.bo.buftype == '' then
    anchor = { uri = vim.uri_from_bufnr(0), position = { line = cursor[1] - 1, character = 0 } }
  end
  request('context/retrieve', { query = query, format = 'markdown', anchor = anchor }, function(result)
    local buffer = show(result)
    if done then done(buffer, result) end
  end)
end

--- Symbols by name or by meaning, into the quickfix list.
function M.symbols(query, done)
  request('workspace/symbol', { query = query }, function(result, client)
    vim.fn.setqflist({}, ' ', { title = query, items = vim.lsp.util.symbols_to_items(result or {}, 0) })
    if done then done(result) else vim.cmd('copen') end
  end)
end

function M.setup(given)
  options = vim.tbl_extend('force', defaults, given or {})
  local group = vim.api.nvim_create_augroup('context_language_server', { clear = true })
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile' }, {
    group = group,
    callback = function(args) M.attach(args.buf) end,
  })
  vim.api.nvim_create_user_command('ContextAsk', function(args) M.ask(args.args) end, { nargs = '+' })
  vim.api.nvim_create_user_command('ContextSymbols', function(args) M.symbols(args.args) end, { nargs = '+' })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) then M.attach(buffer) end
  end
end

return M
