-- The plugin as a user has it: set up, a file opened and changed without saving, a question, symbols, related code, health.
-- CONTEXT_TEST_ENABLE: started by vim.lsp.enable instead.
local env = vim.env
local out = {}

local function wait(what, condition) assert(vim.wait(60000, condition, 20), 'waited too long for ' .. what) end

local function run()
  out.told = {}
  vim.notify = function(text) table.insert(out.told, text) end
  vim.opt.runtimepath:append(env.CONTEXT_TEST_PLUGIN)
  local context = require('context_language_server')
  context.setup({
    passThrough = true,
    cmd = vim.json.decode(env.CONTEXT_TEST_SERVER),
    settings = { cacheDir = env.CONTEXT_TEST_CACHE },
    root_dir = function() return env.CONTEXT_TEST_ROOT end,
    attach = env.CONTEXT_TEST_ENABLE == nil,
  })
  if env.CONTEXT_TEST_ENABLE then vim.lsp.enable('context_language_server') end
  vim.cmd('edit ' .. vim.fn.fnameescape(env.CONTEXT_TEST_FILE))
  local file = vim.api.nvim_get_current_buf()
  if env.CONTEXT_TEST_ENABLE then vim.bo.filetype = 'typescript' end
  wait('the client', function() return context.client(env.CONTEXT_TEST_FILE) ~= nil end)
  out.attached = vim.lsp.buf_is_attached(file, context.client(env.CONTEXT_TEST_FILE).id)
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { 'export function frobnicateQuux(): number {', '  return 42;', '}', '', 'const ünit = frobnicateQuux();' })
  local done = false
  context.ask('frobnicateQuux', function(buffer, result)
    out.markdown = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
    out.filetype = vim.bo[buffer].filetype
    out.first = result.results[1].name
    done = true
  end)
  wait('an answer', function() return done end)
  vim.fn.search('return 42')
  out.fold = vim.fn.foldlevel('.')
  vim.cmd([[execute "normal \<CR>"]])
  out.opened = { vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ':t'), vim.fn.line('.'), vim.api.nvim_get_current_buf() == file }

  -- A second answer takes the window of the first; a line of its list of callers opens like a line of code.
  local windows = #vim.api.nvim_list_wins()
  done = false
  context.ask('frobnicateQuux', function() done = true end)
  wait('a second answer', function() return done end)
  out.windows = #vim.api.nvim_list_wins() - windows
  vim.cmd('ContextRelated')
  vim.fn.search('^- ')
  vim.cmd([[execute "normal \<CR>"]])
  out.caller = { vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ':t'), vim.fn.getline('.') }

  done = false
  context.symbols('frobnicate', function() done = true end)
  wait('symbols', function() return done end)
  out.quickfix = vim.fn.getqflist()[1].text

  -- Behind an umlaut: positions count in the negotiated encoding.
  vim.fn.cursor(5, 1)
  vim.fn.search('frobnicateQuux')
  done = false
  context.related(function(items)
    out.related = vim.tbl_map(function(item) return item.text end, items)
    done = true
  end)
  wait('related code', function() return done end)

  local offered
  vim.ui.select = function(items, how, choose)
    offered = vim.tbl_map(how.format_item, items)
    choose(items[1], 1)
  end
  vim.fn.cursor(3, 1)
  vim.cmd('ContextSymbols! frobnicateQuux')
  wait('the picker', function() return offered ~= nil end)
  out.offered, out.picked = offered[1], vim.fn.line('.')

  -- A question at once after a change is about the changed text.
  wait('the index', function() return context.statusline() == '' end)
  vim.api.nvim_set_current_win(vim.fn.bufwinid(file))
  vim.cmd('normal! Goexport function lastMinuteZebra(): void {}')
  done = false
  context.ask('lastMinuteZebra', function(_, result)
    out.atOnce = result.results[1] and result.results[1].name
    done = true
  end)
  wait('an answer to the question at once', function() return done end)
  vim.cmd('wincmd p')

  vim.cmd('checkhealth context_language_server')
  out.health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  out.commands = vim.fn.exists(':ContextAsk') + vim.fn.exists(':ContextSymbols') + vim.fn.exists(':ContextRelated')
end

dofile(env.CONTEXT_TEST_RUN)(out, run)
