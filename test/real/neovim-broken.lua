-- The plugin with a program that ends at once: each question is answered by the reason, and so is the health check.
local env = vim.env
local out = { notices = {} }

local function run()
  vim.opt.runtimepath:append(env.CONTEXT_TEST_PLUGIN)
  vim.notify = function(message) table.insert(out.notices, message) end
  local context = require('context_language_server')
  out.string = select(2, pcall(context.setup, { cmd = 'context-language-server --stdio' }))
  local cmd = vim.json.decode(env.CONTEXT_TEST_SERVER)
  cmd[#cmd] = '--stdioo'
  context.setup({ cmd = cmd, root_dir = function() return env.CONTEXT_TEST_ROOT end })
  vim.cmd('edit ' .. vim.fn.fnameescape(env.CONTEXT_TEST_FILE))
  local function reasons()
    return #vim.tbl_filter(function(notice) return notice:match('before it answered') end, out.notices)
  end
  assert(vim.wait(60000, function() return reasons() > 0 end, 20), 'waited too long for the reason')
  local before = reasons()
  context.ask('anything')
  assert(vim.wait(60000, function() return reasons() > before end, 20), 'waited too long for the answer')
  out.help = pcall(vim.cmd, 'help context-language-server')
  vim.cmd('checkhealth context_language_server')
  out.health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

dofile(env.CONTEXT_TEST_RUN)(out, run)
