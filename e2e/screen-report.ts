import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { openPages } from './browser.ts';

/** How long a page may take to say what it shows; one that hangs says nothing. */
const patienceMs = 3_000;

/** What a page shows, in a line: its address, headings, open dialogs, messages and what has the focus. */
async function describeScreen(page: Page): Promise<string> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, patienceMs, 'no answer').unref());
  const words = page
    .evaluate(() => {
      const shown = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)]
          .filter((one) => one.checkVisibility())
          .map((one) => (one.getAttribute('aria-label') ?? one.innerText).replaceAll(/\s+/g, ' ').slice(0, 200));
      const { activeElement: focus } = document;
      return [
        ['headings', shown('h1, [role=dialog] h2')],
        ['dialogs', shown('[role=dialog]')],
        ['messages', shown('[role=alert], [role=status]')],
        ['focus', focus === null ? [] : [focus.outerHTML.slice(0, 120)]],
      ]
        .filter(([, found]) => found?.length)
        .map(([name, found]) => `${String(name)}: ${JSON.stringify(found)}`)
        .join('; ');
    })
    .catch((error: unknown) => String(error).split('\n')[0] ?? '');
  return `  ${page.url()} ${await Promise.race([words, late])}`;
}

/** A story that fails says what stood on every screen at that moment, ahead of where it failed. */
afterEach(async ({ task }) => {
  const error = task.result?.state === 'fail' ? task.result.errors?.at(-1) : undefined;
  if (error === undefined) return;
  const screens = await Promise.all(openPages().map(describeScreen));
  error.stack = [error.message, ...screens, error.stack].join('\n');
});
