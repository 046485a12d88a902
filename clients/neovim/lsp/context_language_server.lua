-- For Neovim 0.11 and newer: vim.lsp.enable('context_language_server') starts the server for every file. The commands are in
-- the plugin: require('context_language_server').setup({ attach = false }).
return require('context_language_server').config({
  root_dir = function(buffer, use)
    local name = vim.api.nvim_buf_get_name(buffer)
    if name ~= '' and vim.bo[buffer].buftype == '' then use(require('context_language_server').root(name)) end
  end,
})
