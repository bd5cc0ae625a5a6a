import { mkdirSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { PASSWORD } from '#sandbox/demo/data/merchants.ts';
import { ensureBrowser } from './browser.mjs';

// npm run pictures [-- http://localhost:8080]: the README's pictures, from a portal that runs with its demo workspace.

const [origin = 'http://localhost:8080'] = process.argv.slice(2);
const folder = 'docs/pictures';
const pages = {
  dashboard: '/Dashboard/index',
  orders: '/order/index',
  products: '/my-product/index',
  quotes: '/quote/index',
};

const executablePath = await ensureBrowser();
if (!executablePath)
  throw new Error('There is no browser to take pictures with. Set CHROMIUM_PATH, or install chromium.');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
mkdirSync(folder, { recursive: true });
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, locale: 'en-US', viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await logIn(page);
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(origin + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForTimeout(1_500); // what the page asks for by itself; events stay open, so the network is never idle
      await page.waitForFunction(() => [...document.images].every((image) => image.complete));
      const picture = await page.screenshot({ animations: 'disabled' });
      // two stand beside each other on the page: 960 pixels are sharp there, and WebP keeps each below 50 kB
      await sharp(picture).resize(960).webp({ quality: 72, effort: 6 }).toFile(`${folder}/${name}-${colorScheme}.webp`);
    }
    await context.close();
  }
} finally {
  await browser.close();
}

/** As the owner of the demo's large merchant, without the tour that a first visit shows. */
async function logIn(page: Page): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByRole('textbox').first().fill('owner@demo.tradewind.test');
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  const tour = page.locator('.driver-popover-close-btn');
  await tour.waitFor({ timeout: 5_000 }).then(
    () => tour.click(),
    () => undefined, // it was seen before
  );
}
