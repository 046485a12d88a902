-- One client of Neovim's own for every file: definition, hover, references, rename, completion and diagnostics of TypeScript
-- and Python come through it. Told by the same environment as neovim-client.lua.
local env = vim.env
local out = {}

local function wait(what, condition)
  assert(vim.wait(60000, condition, 20), 'waited too long for ' .. what)
end

local client_id
local function attach()
  client_id = client_id or vim.lsp.start_client({
    name = 'context-language-server',
    cmd = vim.json.decode(env.CONTEXT_TEST_SERVER),
    root_dir = env.CONTEXT_TEST_ROOT,
    init_options = { cacheDir = env.CONTEXT_TEST_CACHE, passThrough = true },
  })
  vim.lsp.buf_attach_client(0, client_id)
  wait('initialize', function() return vim.lsp.get_client_by_id(client_id).initialized end)
end

-- The cursor on the nth place of a word in the buffer.
local function go_to(word, nth)
  vim.fn.cursor(1, 1)
  for _ = 1, nth do assert(vim.fn.search('\\<' .. word .. '\\>', 'W') > 0, 'no ' .. word) end
end

local function messages(buffer)
  return vim.tbl_map(function(one) return one.message end, vim.diagnostic.get(buffer))
end

local function try(file, filetype, mistake, word)
  local said = {}
  vim.cmd('edit! ' .. vim.fn.fnameescape(env.CONTEXT_TEST_ROOT .. '/' .. file))
  vim.bo.filetype = filetype
  attach()
  local buffer = vim.api.nvim_get_current_buf()
  local function request(method, params)
    local reply, problem = vim.lsp.get_client_by_id(client_id).request_sync(method, params, 60000, buffer)
    assert(reply and not reply.err, method .. ': ' .. vim.inspect(problem or reply.err))
    return reply.result
  end

  go_to('total', 2)
  local here = vim.lsp.util.make_position_params(0, vim.lsp.get_client_by_id(client_id).offset_encoding)
  said.hover = vim.lsp.util.convert_input_to_markdown_lines(request('textDocument/hover', here).contents)
  said.references = #request('textDocument/references', vim.tbl_extend('force', here, { context = { includeDeclaration = true } }))

  -- As the user has it: the answer moves the cursor.
  vim.lsp.buf.definition()
  wait('definition', function() return vim.api.nvim_get_current_buf() ~= buffer end)
  said.definition = { vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ':t'), vim.fn.line('.') }
  vim.cmd('buffer ' .. buffer)

  -- A mistake that is not saved.
  vim.api.nvim_buf_set_lines(buffer, -1, -1, false, { mistake })
  wait('diagnostics', function() return table.concat(messages(buffer), ' '):find(word, 1, true) ~= nil end)
  said.diagnostics = messages(buffer)
  vim.api.nvim_buf_set_lines(buffer, -2, -1, false, {})
  wait('no diagnostics', function() return table.concat(messages(buffer), ' '):find(word, 1, true) == nil end)

  go_to('total', 2)
  vim.fn.cursor(vim.fn.line('.'), vim.fn.col('.') + 3)
  local params = vim.lsp.util.make_position_params(0, vim.lsp.get_client_by_id(client_id).offset_encoding)
  local answer = request('textDocument/completion', params)
  said.completion = vim.tbl_map(function(one) return one.insertText or one.label end, answer.items or answer)

  go_to('total', 2)
  vim.lsp.buf.rename('sum_up')
  wait('rename', function() return vim.fn.search('\\<total\\>', 'nw') == 0 or table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n'):find('sum_up%(') ~= nil end)
  said.renamed = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
  return said
end

local function run()
  vim.o.hidden = true
  out.typescript = try('cart.ts', 'typescript', 'export const wrong: number = unknownName;', 'unknownName')
  out.python = try('cart.py', 'python', 'wrong = unknown_name', 'unknown_name')
  out.clients = #(vim.lsp.get_clients or vim.lsp.get_active_clients)()
end

dofile(env.CONTEXT_TEST_RUN)(out, run)
