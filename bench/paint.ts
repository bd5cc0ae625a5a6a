import type { Page } from 'playwright-core';

/** What to click, and what must then be on the screen. */
export type Step = { path: string; title: string };

/**
 * Milliseconds from the click on a menu item to the first frame that shows its page with data, taken inside the page:
 * the condition is looked at in each frame before it is painted, the clock is read after the paint.
 */
export function clickToPaint(page: Page, step: Step): Promise<number> {
  return page.evaluate(async ({ path, title }) => {
    const painted = () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.addEventListener('message', () => resolve());
          channel.port1.start();
          channel.port2.postMessage(0);
        });
      });
    const isShown = (element: Element) => element instanceof HTMLElement && element.offsetParent !== null;
    const ready = () =>
      [...document.querySelectorAll('main h1')].some((head) => head.textContent === title && isShown(head)) &&
      ![...document.querySelectorAll('main .mantine-Skeleton-root')].some(isShown);
    const link = [...document.querySelectorAll<HTMLAnchorElement>('nav a')].find((one) => one.pathname === path);
    if (link === undefined) throw new Error(`the menu has no ${path}`);
    const started = performance.now();
    link.click();
    while (performance.now() - started < 20_000) {
      await painted();
      if (ready()) return performance.now() - started;
    }
    throw new Error(`${path} did not show`);
  }, step);
}

/** The floor: a word changes, and is painted. */
export function wordToPaint(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const word = document.createElement('span');
    document.body.append(word);
    const started = performance.now();
    word.textContent = String(started);
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.addEventListener('message', () => resolve());
        channel.port1.start();
        channel.port2.postMessage(0);
      });
    });
    const ms = performance.now() - started;
    word.remove();
    return ms;
  });
}

/** Closes the tab of a page by its ×, and waits until both are gone from the screen. */
export function closeTab(page: Page, { path, title }: Step): Promise<void> {
  return page.evaluate(
    async ([wanted, head]) => {
      const find = () =>
        [...document.querySelectorAll('[role="tab"]')].find((one) => one.getAttribute('data-key') === wanted);
      const close = find()?.querySelector('[data-close]');
      if (!(close instanceof HTMLElement)) throw new Error(`${wanted} has no tab to close`);
      close.click();
      const isThere = () =>
        find() !== undefined || [...document.querySelectorAll('main h1')].some((one) => one.textContent === head);
      while (isThere()) await new Promise((resolve) => requestAnimationFrame(resolve));
    },
    [path, title] as const,
  );
}
