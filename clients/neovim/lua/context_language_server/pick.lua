-- Lets the user choose from the quickfix list: with Telescope or fzf-lua if one is installed, else with vim.ui.select.

--- `items` are items of the quickfix list.
return function(title, items)
  for _, module in ipairs({ 'telescope.builtin', 'fzf-lua' }) do
    local found, picker = pcall(require, module)
    if found then return picker.quickfix({ prompt_title = title }) end
  end
  local function line(item) return ('%s:%d  %s'):format(vim.fn.fnamemodify(item.filename, ':.'), item.lnum, item.text) end
  vim.ui.select(items, { prompt = title, format_item = line }, function(_, nth)
    if nth then vim.cmd('cc ' .. nth) end
  end)
end
