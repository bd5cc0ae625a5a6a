import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { ensureBrowser } from '#scripts/browser.mjs';
import { followMemory } from './memory.ts';

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
  /** What moves, moves; for everybody else it does not, because frames take processor time. */
  motion?: boolean;
};

const browsers = new Map<string, Promise<Browser>>();
const contexts = new Set<BrowserContext>();

/** The pages that are open in this worker. */
export const openPages = (): Page[] => [...contexts].flatMap((context) => context.pages());

/** One browser for each worker and kind of scroll bars, started when first asked for; it ends with the worker. */
async function browserOf(scrollBars: boolean): Promise<Browser> {
  const key = String(scrollBars);
  const running = await browsers.get(key);
  if (running?.isConnected()) return running;
  const starting = launch(scrollBars);
  browsers.set(key, starting);
  return starting;
}

async function launch(scrollBars: boolean): Promise<Browser> {
  const executablePath = await ensureBrowser();
  if (!executablePath) throw new Error('There is no browser to test with. Set CHROMIUM_PATH, or install chromium.');
  return chromium.launch({
    executablePath,
    // HEADED=1 shows the browser, each step half a second apart
    ...(process.env.HEADED === '1' ? { headless: false, slowMo: 500 } : { headless: true }),
    args: flags,
    ...(scrollBars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
  });
}

/** One person with cookies, storage and pages of their own. */
export async function openBrowser(
  baseUrl: string,
  viewport = desktop,
  { tour = false, scrollBars = false, motion = false }: BrowserOptions = {},
): Promise<Visitor> {
  const browser = await browserOf(scrollBars);
  const context = await browser.newContext({
    viewport,
    baseURL: baseUrl,
    locale: 'en-US',
    timezoneId: 'UTC',
    acceptDownloads: true,
    reducedMotion: motion ? 'no-preference' : 'reduce',
  });
  contexts.add(context);
  context.once('close', () => contexts.delete(context));
  await followMemory(context);
  if (!tour) await context.addInitScript(skipTour);
  const problems: string[] = [];
  const watch = (page: Page) => {
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && isOurs(message.text())) problems.push(`${page.url()}: ${message.text()}`);
    });
  };
  context.on('page', watch);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return {
    page,
    context,
    problems,
    close: () => context.close(),
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
