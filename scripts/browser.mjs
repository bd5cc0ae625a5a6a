import { spawnSync } from 'node:child_process';
import { ensureTool, findTool, isExecutable, tools } from './tools.mjs';

/**
 * A Chromium to test with: the one of CHROMIUM_PATH, one installed on this machine, or Playwright's own.
 * @returns {Promise<string | undefined>} its path
 */
export async function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    console.log(`CHROMIUM_PATH names '${chosen}', which is not a program; looking for another.`);
  }
  return findTool(tools.browser) ?? (await findPlaywrightsOwn());
}

/**
 * Like findBrowser, but installs one when none is found: Debian's own as root on Debian, else Playwright's.
 * @returns {Promise<string | undefined>}
 */
export async function ensureBrowser() {
  const found = (await findBrowser()) ?? ensureTool(tools.browser);
  if (found) return found;
  console.log("installing Playwright's Chromium");
  const cli = ['node_modules/playwright-core/cli.js', 'install', 'chromium'];
  spawnSync(process.execPath, cli, { stdio: ['ignore', 'inherit', 'inherit'], timeout: 300_000 });
  return findPlaywrightsOwn();
}

async function findPlaywrightsOwn() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return path && isExecutable(path) ? path : undefined;
}
