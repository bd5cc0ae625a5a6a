import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { ensureBrowser } from '#scripts/browser.mjs';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

export type Visitor = {
  page: Page;
  context: BrowserContext;
  /** What went wrong in the page: uncaught errors and console errors. A story ends with none. */
  problems: string[];
  close(): Promise<void>;
};

type BrowserOptions = {
  /** The tour of a first log-in may start; everybody else has seen it. */
  tour?: boolean;
  /** Scroll bars take room, as on most desktops. */
  scrollBars?: boolean;
};

/** One person with a browser of their own. */
export async function openBrowser(
  baseUrl: string,
  viewport = desktop,
  { tour = false, scrollBars = false }: BrowserOptions = {},
): Promise<Visitor> {
  const executablePath = await ensureBrowser();
  if (!executablePath) throw new Error('There is no browser to test with. Set CHROMIUM_PATH, or install chromium.');
  const profile = mkdtempSync(join(tmpdir(), 'tradewind-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: flags,
    ...(scrollBars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
    viewport,
    baseURL: baseUrl,
    locale: 'en-US',
    timezoneId: 'UTC',
    acceptDownloads: true,
  });
  if (!tour) await context.addInitScript(skipTour);
  const problems: string[] = [];
  const watch = (page: Page) => {
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && isOurs(message.text())) problems.push(`${page.url()}: ${message.text()}`);
    });
  };
  for (const page of context.pages()) watch(page);
  context.on('page', watch);
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(20_000);
  return {
    page,
    context,
    problems,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** The browser itself reports every 4xx answer and a cut line as console errors; both are part of the stories. */
function isOurs(text: string): boolean {
  return !/Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_INTERNET_DISCONNECTED)/.test(
    text,
  );
}

/** Runs in each page before its own scripts. */
function skipTour(): void {
  try {
    localStorage.setItem('islogin', 'true');
  } catch {
    // a blank page has no storage
  }
}
