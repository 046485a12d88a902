-- The buffer that shows an answer: one fold per result. <CR> opens the line of code under the cursor, or the place in a heading.

local function open(hit, line)
  vim.cmd('wincmd p')
  local file = vim.uri_to_fname(hit.uri)
  -- hide: unsaved text of the other buffer is kept.
  if vim.api.nvim_buf_get_name(0) ~= file then vim.cmd('hide edit ' .. vim.fn.fnameescape(file)) end
  vim.api.nvim_win_set_cursor(0, { line, 0 })
end

--- Shows the Markdown of a `context/retrieve` result; returns the buffer.
return function(query, result)
  vim.cmd('botright new')
  local buffer = vim.api.nvim_get_current_buf()
  pcall(vim.api.nvim_buf_set_name, buffer, ('context://%d/%s'):format(buffer, query:gsub('%s+', ' '):sub(1, 60)))
  vim.bo[buffer].buftype, vim.bo[buffer].bufhidden, vim.bo[buffer].swapfile = 'nofile', 'wipe', false
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.list_extend({ '# ' .. query, '' }, vim.split(result.markdown, '\n')))
  vim.bo[buffer].filetype = 'markdown'
  vim.bo[buffer].modifiable = false
  vim.wo.foldmethod, vim.wo.foldlevel = 'expr', 99
  vim.wo.foldexpr = [[getline(v:lnum)=~'^##\? '?'>1':'=']]
  -- The n-th heading is the n-th result; related ones follow.
  local hits = vim.list_extend(vim.list_extend({}, result.results), result.related)
  vim.keymap.set('n', '<CR>', function()
    local lines = vim.api.nvim_buf_get_lines(buffer, 0, vim.fn.line('.'), false)
    local nth = 0
    for _, text in ipairs(lines) do
      if text:match('^## .+:%d+%-%d+') then nth = nth + 1 end
    end
    local hit = hits[nth]
    if hit then open(hit, tonumber(lines[#lines]:match('^%s*(%d+) ')) or hit.selectionRange.start.line + 1) end
  end, { buffer = buffer, desc = 'Open this place' })
  return buffer
end
