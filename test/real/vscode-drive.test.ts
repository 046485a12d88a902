/** The extension in a real VS Code: code-server serves the workbench, and Chromium drives it as a user does. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { whichProgram } from '../../server/io/language-servers/discovery/executables.js';
import { packageRoot } from '../../server/util/package-root.js';
import { type TemporaryWorkspace, temporaryWorkspace } from '../support/fixture.js';
import { serverMain, serverMissing } from '../support/server-process.js';

const tools = process.env.CONTEXT_TEST_CODE_SERVER ?? '/opt/code-server-test';
const entry = join(tools, 'node_modules', 'code-server', 'out', 'node', 'entry.js');
const chromium = process.env.CONTEXT_TEST_CHROMIUM ?? ['chromium', 'chromium-browser', 'google-chrome'].map(whichProgram).find(Boolean);
const skip = !existsSync(entry)
  ? `no code-server in ${tools} (CONTEXT_TEST_CODE_SERVER): sh clients/vscode/install-code-server.sh ${tools}`
  : !chromium
    ? 'Chromium is not installed (CONTEXT_TEST_CHROMIUM): apt-get install chromium'
    : serverMissing;

/** The part of playwright-core that the test uses. */
interface Locator {
  first(): Locator;
  waitFor(options?: { timeout: number }): Promise<void>;
  isVisible(): Promise<boolean>;
  click(): Promise<void>;
  hover(): Promise<void>;
  allTextContents(): Promise<string[]>;
  filter(by: { hasText: RegExp | string }): Locator;
}
interface Page {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  locator(selector: string): Locator;
  readonly keyboard: { press(key: string): Promise<void>; insertText(text: string): Promise<void> };
  readonly mouse: { move(x: number, y: number): Promise<void> };
  setDefaultTimeout(ms: number): void;
  screenshot(options: { path: string }): Promise<unknown>;
}
interface Browser {
  newPage(options: { viewport: { width: number; height: number } }): Promise<Page>;
  close(): Promise<void>;
}

const source = `
-- .vscode/settings.json --
{ "contextLanguageServer.exclude": ["generated/**"] }
-- shop/discount.py --
"""Prices that customers see."""


def apply_discount(price, percent):
    """Lowers a price by a percentage."""
    return price * (1 - percent / 100)
-- shop/checkout.py --
from shop.discount import apply_discount


def pay(order):
    return apply_discount(order.total, order.percent)
-- generated/discount_table.py --
def lower_price_by_percentage(price, percent):
    """Lowers a price by a percentage."""
`;

interface Workbench {
  readonly page: Page;
  useProgram(command: readonly string[]): void;
  /** Lines of the extension host's logs that report errors of the extension. */
  loggedErrors(): string[];
  stop(): Promise<void>;
}

async function openWorkbench(workspace: TemporaryWorkspace): Promise<Workbench> {
  const beside = (...names: string[]) => join(workspace.folder, '..', ...names);
  const data = beside('data');
  for (const folder of [join(data, 'Machine'), join(data, 'User'), beside('run')]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const useProgram = (command: readonly string[]) =>
    writeFileSync(join(data, 'Machine', 'settings.json'), JSON.stringify({ 'contextLanguageServerProgram.command': command }));
  useProgram([process.execPath, serverMain, '--stdio']);
  writeFileSync(join(data, 'User', 'settings.json'), JSON.stringify({ 'workbench.startupEditor': 'none' }));

  const own = existsSync(join(tools, 'node')) ? join(tools, 'node') : process.execPath;
  const where = ['--user-data-dir', data, '--extensions-dir', beside('extensions'), '--config', beside('code-server.yaml')];
  const env = {
    ...process.env,
    XDG_RUNTIME_DIR: beside('run'),
    XDG_CACHE_HOME: workspace.cacheDir,
    XDG_CONFIG_HOME: beside('config'),
    XDG_DATA_HOME: beside('share'),
    CONTEXT_LANGUAGE_SERVER_IN_PROCESS: '1',
  };
  execFileSync(process.execPath, [join(packageRoot, 'scripts', 'pack-vscode.mjs'), beside('extension.vsix')]);
  execFileSync(own, [entry, ...where, '--install-extension', beside('extension.vsix')], { env });
  const options = [
    '--bind-addr',
    '127.0.0.1:0',
    '--auth',
    'none',
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-workspace-trust',
  ];
  const server = spawn(own, [entry, ...where, ...options], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const playwright = createRequire(join(tools, 'package.json'))('playwright-core') as {
    chromium: { launch(options: object): Promise<Browser> };
  };
  const browser = await playwright.chromium.launch({ executablePath: chromium, args: ['--no-sandbox'] });
  const stop = async () => {
    await browser.close();
    await end(server);
  };
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(60_000);
    await page.goto(`${await addressOf(server)}?folder=${encodeURIComponent(workspace.folder)}`);
    return { page, useProgram, loggedErrors: () => errorsIn(join(data, 'logs')), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addressOf(server: ChildProcess): Promise<string> {
  assert.ok(server.stdout);
  for await (const line of createInterface(server.stdout)) {
    const address = /listening on (http:\S+)/.exec(line)?.[1];
    if (address) {
      server.stdout.resume();
      return address;
    }
  }
  throw new Error('code-server ended');
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill();
  await ended;
}

const errorsIn = (logs: string): string[] =>
  readdirSync(logs, { recursive: true, encoding: 'utf8' })
    .filter((file) => /exthost.*\.log$/.test(file))
    .flatMap((file) => {
      const own = file.includes('context-language-server');
      const lines = readFileSync(join(logs, file), 'utf8').split('\n');
      return lines.filter((line) => line.includes('[error]') && (own || line.includes('context-language-server')));
    });

async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').first().waitFor();
  await page.keyboard.insertText(title);
  await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: title }).first().click();
}

test('VS Code: a question, its answer, related code, the settings, the MCP server', { skip, timeout: 300_000 }, async () => {
  const workspace = temporaryWorkspace(source);
  const { page, useProgram, loggedErrors, stop } = await openWorkbench(workspace);
  const shown = (selector: string, text: RegExp | string) => page.locator(selector).filter({ hasText: text }).first().waitFor();
  const ready = () => shown('[id$="contextLanguageServer.status"]', /Ask/);
  const row = (text: RegExp) => page.locator('.pane [role=treeitem]').filter({ hasText: text }).first();
  try {
    await ready();

    await runCommand(page, 'Context: Ask');
    await page.locator('.quick-input-widget input[placeholder^="Ask in plain words"]').waitFor();
    await page.keyboard.insertText('where is a price lowered by a percentage');
    const results = '.quick-input-list .monaco-list-row';
    await shown(results, /apply_discount.*discount\.py:4/);
    const texts = await page.locator(results).allTextContents();
    assert.match(texts[0] as string, /apply_discount.*def apply_discount\(price, percent\)/);
    assert.ok(!texts.join().includes('generated/'), `the setting "exclude" is not used: ${texts}`);
    await page.keyboard.press('Enter');
    await shown('.tab.active', 'discount.py');
    await shown('[id="status.editor.selection"]', 'Ln 4, Col 19 (14 selected)');

    await row(/where is a price lowered/).waitFor();
    // A view that is drawn again under the pointer shows no hover until the pointer moves.
    const hover = page.locator('.monaco-hover').filter({ hasText: /percent\s\/\s100/ });
    for (let attempts = 5; attempts > 0 && !(await hover.first().isVisible()); attempts--) {
      await page.mouse.move(0, 0);
      await row(/^apply_discount.*discount\.py/).hover();
      await hover
        .first()
        .waitFor({ timeout: 15_000 })
        .catch(() => {});
    }
    await shown('.monaco-hover', /percent\s\/\s100/);

    await page.keyboard.press('Escape');
    await page.locator('.tab.active').click();
    await runCommand(page, 'Context: Open the Answer as a Document');
    await shown('.view-line', /#\swhere\sis\sa\sprice\slowered/);
    await page
      .locator('.tab')
      .filter({ hasText: /^discount\.py/ })
      .click();

    await runCommand(page, 'Context: Related to This Symbol');
    await row(/called by|calls|used by/).waitFor();
    await row(/^pay/).click();
    await shown('.tab.active', 'checkout.py');
    await shown('[id="status.editor.selection"]', /Ln 5, .*selected/);

    await runCommand(page, 'MCP: List Servers');
    await page.locator(results).filter({ hasText: 'Context: code search' }).first().click();
    await page.locator(results).filter({ hasText: 'Start Server' }).first().click();
    await shown('.view-line', /Discovered\s5\stools/);
    assert.deepEqual(loggedErrors(), []);

    useProgram([join(workspace.folder, 'no-such-program')]);
    await page.reload();
    await shown('.notification-toast', /Cannot start.*no-such-program/);
    await page.locator('.notification-toast a, .notification-toast .monaco-button').filter({ hasText: 'Get Started' }).first().click();
    await shown('.getting-started-step', 'Install the program');
  } catch (error) {
    const picture = join(packageRoot, 'dist', 'vscode-drive.png');
    await page.screenshot({ path: picture });
    console.error(`the workbench when the test failed: ${picture}`);
    throw error;
  } finally {
    await stop();
    workspace.remove();
  }
});
