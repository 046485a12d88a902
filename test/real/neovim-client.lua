-- Neovim's own LSP client against the server: opens a file, changes it without saving, asks, writes down the replies.
-- nvim --headless --clean -u NONE -l is not in 0.7, so the script is sourced with `-c "luafile …"` and told by the environment:
-- CONTEXT_TEST_SERVER (JSON array: command line), CONTEXT_TEST_ROOT, CONTEXT_TEST_FILE, CONTEXT_TEST_CACHE, CONTEXT_TEST_OUT.
local env = vim.env
local out = {}

local function run()
  vim.cmd('edit ' .. vim.fn.fnameescape(env.CONTEXT_TEST_FILE))
  local buffer = vim.api.nvim_get_current_buf()
  local client_id = vim.lsp.start_client({
    name = 'context-language-server',
    cmd = vim.json.decode(env.CONTEXT_TEST_SERVER),
    root_dir = env.CONTEXT_TEST_ROOT,
    init_options = { cacheDir = env.CONTEXT_TEST_CACHE },
    get_language_id = function() return 'typescript' end,
  })
  vim.lsp.buf_attach_client(buffer, client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  assert(vim.wait(60000, function() return client.initialized end, 20), 'the server did not initialize')
  out.capabilities = client.server_capabilities
  out.offset_encoding = client.offset_encoding

  local function request(method, params)
    local reply, problem = client.request_sync(method, params, 60000, buffer)
    assert(reply, method .. ': ' .. tostring(problem))
    assert(not reply.err, method .. ': ' .. vim.inspect(reply.err))
    return reply.result
  end

  -- Only in the buffer; the file stays as it is.
  vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { 'export function frobnicateQuux(größe: number): number {', '  return größe;', '}', '' })
  vim.api.nvim_buf_set_text(buffer, 1, 2, 1, 8, { 'return 42 *' })
  out.retrieve = request('context/retrieve', { query = 'frobnicateQuux' })
  out.symbols = request('workspace/symbol', { query = 'frobnicateQuux' })
  out.text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, 3, false), '\n')
  out.status = request('context/status', vim.empty_dict())
  out.modified = vim.bo[buffer].modified
end

dofile(env.CONTEXT_TEST_RUN)(out, run)
