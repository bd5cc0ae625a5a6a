import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeSoon } from '#server/features/image-search/image-search.jobs.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenStore, systemEntry } from '#testing/order-fixtures.ts';
import type { Person } from '#testing/people.ts';
import { catalogPicture, givenPrice, ownPicture } from '#testing/picture-fixtures.ts';
import { drawProducts, pictureOf } from '#testing/product-pictures.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { openBrowser, phone, type Visitor } from './browser.ts';
import { enterAs, knownMerchant } from './known-merchant.ts';

let stage: Stage;
let visitor: Visitor;
let owner: Person;
let lamp: Buffer;
let mug: Buffer;
let lampUrl = '';
const path = '/identifyImage/index';

beforeAll(async () => {
  stage = await openStage();
  owner = await knownMerchant(stage);
  const [first, blue, , second] = drawProducts(6, 'story');
  if (!first || !blue || !second) throw new Error('too few drawings');
  [lamp, mug] = [await pictureOf(first), await pictureOf(second)];
  const { picture } = await catalogPicture(stage, first, 'Moon lamp');
  lampUrl = `${stage.url}/api/pictures/${picture}`;
  await catalogPicture(stage, blue, 'Moon lamp, another colour');
  const [one, two] = [
    await givenStore(stage, owner.account_id),
    await givenStore(stage, owner.account_id, { name: 'Second shop' }),
  ];
  await ownPicture(stage, owner.account_id, one, '1', first);
  await ownPicture(stage, owner.account_id, two, '2', first);
  await givenPrice(stage, owner.account_id, '1', 990);
  await givenPrice(stage, owner.account_id, '2', 640);
  await systemEntry(stage).run('all_accounts', describeSoon);
  const duplicates = async () => expect(await sqlRows(stage, 'SELECT 1 FROM product_duplicates')).toHaveLength(1);
  await vi.waitFor(duplicates, { timeout: 30_000, interval: 200 });
  visitor = await openBrowser(stage.url);
  await enterAs(stage, visitor, owner);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

const shot = async (name: string) => {
  const folder = process.env.SCREENSHOTS;
  if (folder) await visitor.page.screenshot({ path: `${folder}/image-${name}.png` });
};
const band = (name: string): Locator => visitor.page.getByRole('region', { name, exact: true });
const searchLimit = 60_000; // a search is done when the process that reads pictures has started and has read this one
const found = async () => {
  const first = band('Same item').getByRole('heading', { name: 'Moon lamp', exact: true });
  await first.waitFor({ timeout: searchLimit });
  await visitor.page.getByRole('img', { name: 'Searched image' }).waitFor();
};
const source = () => visitor.page.getByRole('group', { name: /^Drop an image/ });
/** Leaves the results, whose own camera must be gone before a photograph is given. */
const again = async () => {
  await visitor.page.getByRole('button', { name: 'Search another image' }).click();
  await source().waitFor();
};

/** Puts a file into an event as the system would, by the clipboard or by the mouse, as soon as the page takes it. */
async function give(kind: 'paste' | 'drop', bytes: Buffer): Promise<void> {
  await source().waitFor();
  await visitor.page.waitForFunction(
    ({ event, base64 }) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0);
      data.items.add(new File([content], 'lamp.jpg', { type: 'image/jpeg' }));
      const options = { bubbles: true, cancelable: true };
      const zone = document.querySelector('[role="group"][aria-label^="Drop an image"]');
      const [target, given] =
        event === 'paste'
          ? [document.body, new ClipboardEvent('paste', { ...options, clipboardData: data })]
          : [zone, new DragEvent('drop', { ...options, dataTransfer: data })];
      return target?.dispatchEvent(given) === false; // who takes an event keeps the browser from acting on it
    },
    { event: kind, base64: bytes.toString('base64') },
  );
}

it('a picture comes by drop, paste, camera or address, and the search follows the crop', {
  tags: ['D4-01'],
}, async () => {
  const { page } = visitor;
  await page.goto(path);
  await page.getByRole('heading', { name: 'Identify image' }).waitFor();
  await shot('empty');
  await give('drop', lamp);
  await found();
  await shot('results');
  await again();
  await give('paste', lamp);
  await found();
  await again();
  await page.locator('input[capture]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: lamp });
  await found();
  await again();
  await page.getByLabel('Image URL').fill('ftp://shop.example/lamp.jpg');
  await page.getByRole('button', { name: 'Search', exact: true }).last().click();
  await page.getByText(/We couldn’t get this image/).waitFor();
  await page.getByLabel('Image URL').fill(lampUrl);
  await page.getByRole('button', { name: 'Search', exact: true }).last().click();
  await found();

  const part = page.getByRole('button', { name: 'Search this area' });
  expect(await part.isDisabled()).toBe(true);
  const edge = page.getByRole('button', { name: 'Bottom edge of the search area' });
  await edge.focus();
  for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press('Shift+ArrowUp');
  await part.click();
  await page.getByRole('button', { name: 'Search whole image' }).waitFor();
  await found();
  await page.getByRole('button', { name: 'Search whole image' }).click();
  await page.getByRole('button', { name: 'Search whole image' }).waitFor({ state: 'detached' });
});

it('results stand in bands, are narrowed, compared by keys, asked about, and lead to the mapping', {
  tags: ['D4-03'],
}, async () => {
  const { page } = visitor;
  await band('Same item').getByText('Lamp shop').waitFor();
  await page.getByText('My products', { exact: true }).click();
  await band('Same item').getByRole('heading', { name: 'Moon lamp', exact: true }).waitFor({ state: 'detached' });
  await page.getByText('All', { exact: true }).click();
  await found();
  for (const name of ['Compare Moon lamp', 'Compare Product 1']) {
    await page.getByRole('checkbox', { name, exact: true }).focus();
    await page.keyboard.press('Space');
  }
  await page.getByRole('button', { name: 'Compare products' }).focus();
  await page.keyboard.press('Enter');
  const table = page.getByRole('dialog', { name: 'Compare products' });
  await table.getByRole('columnheader', { name: 'Product 1' }).waitFor();
  await shot('compare');
  await page.keyboard.press('Escape');
  await table.waitFor({ state: 'detached' });

  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Moon lamp', exact: true }) });
  await card.getByRole('button', { name: 'Request a quote' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The image is included in your request.').waitFor();
  await shot('ask');
  await dialog.getByRole('button', { name: 'Request a quote' }).click();
  await page.getByText(/Q-\d+ requested/).waitFor();

  await card.getByRole('button', { name: 'Map to my product' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Product 2/ })
    .click();
  const variant = page.getByRole('dialog').getByRole('link', { name: /Variant 21/ });
  expect(await variant.getAttribute('href')).toMatch(
    /^\/my-product\/mapping\?product=[\w-]+&variant=[\w-]+&sku=[\w-]+$/,
  );
  await variant.click();
  await page.getByText('Selected manually').waitFor();
  await page.getByText('1 variant changed.').waitFor();
});

it('a picture of nothing we have leads to the agents, and searches can be opened again and deleted', async () => {
  const { page } = visitor;
  await page.goto(path);
  await give('drop', mug);
  await page.getByText('No similar products found').waitFor({ timeout: searchLimit });
  await shot('nothing');
  await page.getByRole('button', { name: 'Request sourcing' }).last().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Request a quote' }).click();
  await dialog.getByText('Enter a product name.').waitFor();
  await dialog.getByLabel('Product name').fill('A mug like this');
  await dialog.getByRole('button', { name: 'Request a quote' }).click();
  await page.getByText(/Q-\d+ requested/).waitFor();

  await page.getByRole('button', { name: 'My searches' }).click();
  await page
    .getByText(/ of \d+$/)
    .first()
    .waitFor();
  await shot('mine');
  await page.getByRole('row').nth(2).getByRole('button').first().click();
  await found();
  await page.getByRole('button', { name: 'My searches' }).click();
  await page.getByRole('button', { name: 'Delete all searches' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all searches' }).click();
  await page.getByText('No searches yet').waitFor();
});

it('duplicates in my stores stand side by side with what each costs', async () => {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Duplicates in my stores' }).click();
  await page.getByText('$3.50').waitFor();
  await shot('twins');
  const onlyCheaper = page.getByLabel('Lower cost only');
  await onlyCheaper.click(); // the address holds it, so it is ticked a moment after the click
  await expect.poll(() => onlyCheaper.isChecked()).toBe(true);
  await page.getByText('Product 2').waitFor();
});

it('the page fits a phone, with the camera at hand', async () => {
  const { page } = visitor;
  await page.setViewportSize(phone);
  await page.goto(path);
  await shot('phone-empty');
  await give('drop', lamp);
  await found();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
  await shot('phone-results');
  expect(visitor.problems).toEqual([]);
});
