-- `:checkhealth context_language_server`: the program, the running client, and the state of its index.
local M = {}

local health = vim.health or require('health')
local start, ok = health.start or health.report_start, health.ok or health.report_ok
local warn, fail = health.warn or health.report_warn, health.error or health.report_error

function M.check()
  local context = require('context_language_server')
  start('context-language-server')
  local program = context.config().cmd[1]
  if vim.fn.executable(program) == 1 then ok(program .. ' can be run') else fail(program .. ' is not on PATH: npm install -g context-language-server') end
  local client = context.client(vim.fn.getcwd() .. '/')
  if not client and context.failure() then return fail(context.failure()) end
  if not client then return warn('no client runs for ' .. vim.fn.getcwd() .. '; it starts with the first file or question') end
  ok('client ' .. client.id .. ' serves ' .. client.config.root_dir)
  local status
  context.request('context/status', vim.empty_dict(), function(result) status = result end)
  if not vim.wait(5000, function() return status ~= nil end, 20) then return warn('the server does not answer') end
  ok(('%s: %d files, %d symbols'):format(status.state, status.files, status.symbols))
  for _, problem in ipairs(status.problems) do warn(problem.message) end
  for _, server in ipairs(status.servers) do
    if server.reason ~= '' then warn(('%s: %s %s'):format(server.name, server.reason, server.install)) end
    for _, remark in ipairs(server.remarks) do warn(server.name .. ': ' .. remark) end
  end
  for _, one in ipairs(status.structure) do
    local text = ('%s: language servers have resolved %d of %d files'):format(one.language, one.withEdges, one.files)
    if one.problem ~= '' then warn(text .. '; ' .. one.problem) else ok(text) end
  end
end

return M
