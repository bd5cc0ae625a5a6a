import type { BrowserContext, Page } from 'playwright-core';

const cookie = 'story-memory';

/** What the browser keeps of the origin when its next page begins; `local` left out leaves local storage alone. */
export type Memory = { local?: Record<string, string>; session?: Record<string, string> };

/** Makes a context follow `forgetBeforeNext`: runs in each page before its own scripts. */
export async function followMemory(context: BrowserContext): Promise<void> {
  await context.addInitScript((name) => {
    try {
      const text = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
      if (text === undefined) return;
      document.cookie = `${name}=; max-age=0; path=/`;
      const { local, session = {} } = JSON.parse(decodeURIComponent(text.slice(name.length + 1))) as Memory;
      const fill = (storage: Storage, entries: Record<string, string>) => {
        storage.clear();
        for (const [key, value] of Object.entries(entries)) storage.setItem(key, value);
      };
      fill(sessionStorage, session);
      if (local !== undefined) fill(localStorage, local);
    } catch {
      // a blank page has neither storage nor cookies
    }
  }, cookie);
}

/**
 * The next page that is loaded begins with `memory` alone in its session storage. A cookie carries it there: a page of
 * the origin in between, to fill its storage, would be a load of its own.
 */
export async function forgetBeforeNext(context: BrowserContext, url: string, memory: Memory = {}): Promise<void> {
  await context.addCookies([{ name: cookie, value: encodeURIComponent(JSON.stringify(memory)), url }]);
}

/** Loads a page, also when its address differs from the shown one in the part behind # alone. */
export async function loadPage(page: Page, url: string, path: string): Promise<void> {
  const beforeHash = (address: string) => new URL(address, url).href.split('#')[0];
  if (path.includes('#') && beforeHash(page.url()) === beforeHash(path)) await page.goto('about:blank');
  await page.goto(path);
}
