import type { Page } from 'playwright-core';
import { tokenCookie } from '#contract/constants.ts';
import { openBrowser } from '#e2e/browser.ts';
import type { Samples } from './measure.ts';
import { wordToPaint } from './paint.ts';

/** The agent's screen of one quote: milliseconds from the click on Send until its drawer is gone, and the floor of the page. */
export async function sendingOnScreen(options: {
  url: string;
  token: string;
  quote: { account_id: string; id: string };
  rounds: number;
}): Promise<{ sent: Samples; floor: Samples }> {
  const { url, token, quote, rounds } = options;
  const visitor = await openBrowser(url);
  const taken = { sent: [] as number[], floor: [] as number[] };
  try {
    const { page, context } = visitor;
    await context.addCookies([{ name: tokenCookie, value: token, url }]);
    await page.addInitScript('globalThis.__name = (named) => named'); // tsx leaves it in functions that run in the page
    for (let round = -1; round < rounds; round += 1) {
      await page.goto(`/staff/quotes?tab=quoted&quote=${quote.id}&account=${quote.account_id}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Send new version' }).waitFor();
      await page.getByText('Quotes for similar products').waitFor();
      const [sent, floor] = [await sendToGone(page), await wordToPaint(page)];
      if (round < 0) continue;
      taken.sent.push(sent);
      taken.floor.push(floor);
    }
    return taken;
  } finally {
    await visitor.close();
  }
}

/** Clicks inside the page, and looks at each frame. */
function sendToGone(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const button = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].find(
      (one) => one.textContent === 'Send new version',
    );
    if (button === undefined) throw new Error('the workbench has no button');
    const started = performance.now();
    button.click();
    while (document.querySelector('[role="dialog"]') !== null && performance.now() - started < 30_000)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - started;
  });
}
