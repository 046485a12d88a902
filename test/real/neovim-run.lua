-- Runs a test in Neovim, writes down what it said (as JSON to CONTEXT_TEST_OUT) with the error that ended it, and leaves.
return function(out, run)
  local ok, problem = xpcall(run, debug.traceback)
  if not ok then out.error = problem end
  local file = assert(io.open(vim.env.CONTEXT_TEST_OUT, 'w'))
  file:write(vim.json.encode(out))
  file:close()
  vim.lsp.stop_client((vim.lsp.get_clients or vim.lsp.get_active_clients)())
  vim.cmd(ok and 'qall!' or 'cquit!')
end
