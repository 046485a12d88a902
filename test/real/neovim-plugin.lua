-- The plugin as a user has it: set up, a file opened and changed without saving, a question, a symbol search.
local env = vim.env
local out = {}

local function run()
  vim.opt.runtimepath:append(env.CONTEXT_TEST_PLUGIN)
  local context = require('context_language_server')
  context.setup({
    cmd = vim.json.decode(env.CONTEXT_TEST_SERVER),
    settings = { cacheDir = env.CONTEXT_TEST_CACHE },
    root_dir = function() return env.CONTEXT_TEST_ROOT end,
  })
  vim.cmd('edit ' .. vim.fn.fnameescape(env.CONTEXT_TEST_FILE))
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { 'export function frobnicateQuux(): number {', '  return 42;', '}', '' })
  local done = false
  context.ask('frobnicateQuux', function(buffer, result)
    out.markdown = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
    out.filetype = vim.bo[buffer].filetype
    out.first = result.results[1].name
    done = true
  end)
  assert(vim.wait(60000, function() return done end, 20), 'no answer')
  vim.cmd('wincmd p')
  done = false
  context.symbols('frobnicate', function() done = true end)
  assert(vim.wait(60000, function() return done end, 20), 'no symbols')
  out.quickfix = vim.fn.getqflist()[1].text
  out.commands = vim.fn.exists(':ContextAsk') + vim.fn.exists(':ContextSymbols')
end

dofile(env.CONTEXT_TEST_RUN)(out, run)
