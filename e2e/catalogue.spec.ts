import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenStore } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { applyProducts, shopProduct, shopVariant } from '#testing/product-fixtures.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { computeSuggestions } from '#testing/suggestion-stage.ts';
import { openBrowser, type Visitor } from './browser.ts';

let stage: Stage;
let visitor: Visitor;
let owner: Person;
let agent: { token: string };
const ground = () => ({ ground: stage.ground, clock: { now: () => new Date() } });
const logIn = (token: string) => visitor.context.addCookies([{ name: 'Admin-Token', value: token, url: stage.url }]);
beforeAll(async () => {
  stage = await openStage();
  owner = await merchant(ground());
  agent = await staff(ground(), 'agent');
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

const shot = async (name: string) => {
  const folder = process.env.SCREENSHOTS;
  if (folder) await visitor.page.screenshot({ path: `${folder}/${name}.png` });
};

it('D2-16 an agent adds a product with its SKUs and lets one of them sell out', async () => {
  const { page } = visitor;
  await logIn(agent.token);
  await page.goto('/desk/catalogue');
  await page.getByRole('button', { name: 'Add product' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save product' }).click();
  await dialog.getByText('Write a title.').waitFor();
  await dialog.getByLabel('Title').fill('Walnut Desk Lamp');
  await dialog.getByLabel('Category').fill('Lighting');
  await dialog.getByLabel('Options').fill('Color: Black, White, Green');
  await dialog.getByLabel('Weight in grams').fill('420');
  await shot('catalogue-add');
  await dialog.getByRole('button', { name: 'Save product' }).click();
  await page.getByRole('button', { name: 'Open Walnut Desk Lamp' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Walnut Desk Lamp, Green').waitFor();
  await shot('catalogue-desk-drawer');
  await drawer.getByRole('listitem').filter({ hasText: 'Green' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Sell out' }).click();
  await drawer.getByText('Until it is sold out').waitFor();
});

it('D2-15 a merchant browses the catalogue by words, category and code', async () => {
  const { page } = visitor;
  await logIn(owner.token);
  await page.goto('/my-product/index');
  await page.getByRole('link', { name: 'Provider’s catalogue' }).click();
  await page.getByRole('searchbox', { name: 'Words or code' }).filter({ visible: true }).fill('desk walnut');
  await page.getByRole('button', { name: 'Open Walnut Desk Lamp' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Walnut Desk Lamp, Black').waitFor();
  expect(await drawer.getByText('No price yet').count()).toBe(3);
  await shot('catalogue-drawer');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Words or code' }).filter({ visible: true }).fill('nothing like it');
  await page.getByText('Nothing in the catalogue fits').waitFor();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.getByRole('button', { name: 'Open Walnut Desk Lamp' }).waitFor();
  await shot('catalogue');
});

it('D2-11 sure suggestions are accepted together, a wrong one is dismissed for good', async () => {
  const { account_id } = owner;
  const store = await givenStore(ground(), account_id);
  const colour = (value: string) => [{ name: 'Farbe', value }];
  await applyProducts(ground(), account_id, store, [
    shopProduct('1', [shopVariant('11', { sku: '', title: 'Schwarz', options: colour('Schwarz') })], {
      title: 'Walnut Desk Lamp',
    }),
    shopProduct('2', [shopVariant('21', { sku: '', title: '2-Pack', options: colour('2-Pack White') })], {
      title: 'Walnut Desk Lamp',
    }),
    shopProduct('3', [shopVariant('31', { sku: '', title: 'Weiß', options: colour('Weiß') })], {
      title: 'NORDIK Walnut Desk Lamp 2-Pack',
    }),
  ]);
  await computeSuggestions(ground(), account_id);
  const { page } = visitor;
  await page.goto('/my-product/index');
  await page.getByRole('link', { name: /Suggestions for/ }).click();
  await page.getByText('Schwarz = Black').waitFor();
  await page.getByText('2 × Walnut Desk Lamp, White').waitFor();
  await shot('suggestions');
  await page.getByRole('button', { name: 'Accept all sure ones' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Map 1 variant' }).click();
  await page.getByText('1 variant is mapped.').waitFor();
  await page.getByText('Schwarz = Black').waitFor({ state: 'hidden' });
  await page
    .getByRole('row', { name: /2 × Walnut/ })
    .getByRole('button', { name: /actions|more/i })
    .click();
  await page.getByRole('menuitem', { name: 'Wrong, do not suggest again' }).click();
  await page.getByText('Nothing to suggest').waitFor();
});
