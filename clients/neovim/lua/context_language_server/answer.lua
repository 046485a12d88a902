-- The buffer that shows an answer: one fold per result. <CR> opens the line of code under the cursor, or the place in a heading or a list.

local function open(file, line)
  vim.cmd('wincmd p')
  -- hide: unsaved text of the other buffer is kept.
  if vim.api.nvim_buf_get_name(0) ~= file then vim.cmd('hide edit ' .. vim.fn.fnameescape(file)) end
  vim.api.nvim_win_set_cursor(0, { line, 0 })
end

--- The place in a list: `- path:line (in name) code` or `- signature (path:line)`; nil elsewhere.
local function place(text, root)
  local path, line = text:match('^%- (.-):(%d+) %(in ')
  if not path then path, line = text:match('^%- .*%(([^()]+):(%d+)%)$') end
  local file = path and root and root .. '/' .. path
  return file and vim.fn.filereadable(file) == 1 and { file = file, line = tonumber(line) } or nil
end

--- Goes to the window of the previous answer, or opens one.
local function window()
  for _, id in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(id)):match('^context://') then
      -- From there <CR> goes back to where the question was asked.
      if id ~= vim.api.nvim_get_current_win() then vim.api.nvim_set_current_win(id) end
      return vim.cmd('enew')
    end
  end
  vim.cmd('botright new')
end

--- Shows the Markdown of a `context/retrieve` result; returns the buffer. Paths in lists are relative to `root`.
return function(query, result, root)
  window()
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
    local listed = place(lines[#lines], root)
    if listed then return open(listed.file, listed.line) end
    local nth = 0
    for _, text in ipairs(lines) do
      if text:match('^## .+:%d+%-%d+') then nth = nth + 1 end
    end
    local hit = hits[nth]
    if not hit then return end
    local first = hit.answerLines and hit.answerLines[1] or hit.selectionRange.start.line
    open(vim.uri_to_fname(hit.uri), tonumber(lines[#lines]:match('^%s*(%d+) ')) or first + 1)
  end, { buffer = buffer, desc = 'Open this place' })
  return buffer
end
