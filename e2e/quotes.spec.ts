import { afterAll, beforeAll, expect, it } from 'vitest';
import { merchant, type Person, staff } from '#testing/people.ts';
import { givenUnpriced } from '#testing/quote-fixtures.ts';
import { openStage, type Stage } from '#testing/stage.ts';
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
  await givenUnpriced(ground(), owner, 3);
  visitor = await openBrowser(stage.url);
  await logIn(owner.token);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

const shot = async (name: string) => {
  const folder = process.env.SCREENSHOTS;
  if (folder) await visitor.page.screenshot({ path: `${folder}/${name}.png` });
};

it('a merchant asks for the price of a product that has none', async () => {
  const { page } = visitor;
  await page.goto('/my-product/index');
  await page.getByText('1 product has no price yet').waitFor();
  await shot('products');
  await page.getByRole('button', { name: 'Open Moon lamp' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('We do not know yet what to ship for this product.').waitFor();
  await drawer.getByRole('button', { name: 'Variants' }).click();
  await drawer.getByText('SKU-12').waitFor();
  await shot('product-drawer');
  await drawer.getByRole('button', { name: 'Ask for a price' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'An agent answers within 24 working hours.' });
  await dialog.getByLabel('Target price per unit').fill('nothing');
  await dialog.getByRole('button', { name: 'Ask for a price' }).click();
  await dialog.getByText('Enter an amount above zero, such as 4.50.').waitFor();
  await dialog.getByLabel('Target price per unit').fill('4.20');
  await dialog.getByLabel('Expected orders per day').fill('25');
  await dialog.getByLabel('Note for the agent').fill('Gift box, please.');
  await shot('ask-dialog');
  await dialog.getByRole('button', { name: 'Ask for a price' }).click();
  await page.getByText(/Q-\d+ is with your agent/).waitFor();
  await drawer.getByRole('link', { name: /Open Q-/ }).waitFor();
});

it('an agent answers on the desk with goods and freight', async () => {
  const { page } = visitor;
  await logIn(agent.token);
  await page.goto('/desk/quotes');
  await page.getByRole('row', { name: /Moon lamp/ }).waitFor();
  await shot('desk');
  await page.getByRole('button', { name: /^Open Q-/ }).click();
  const bench = page.getByRole('dialog');
  await bench.getByText('Gift box, please.').waitFor();
  await bench.getByRole('button', { name: 'Send answer' }).click();
  await bench.getByText('Enter a price above zero.').first().waitFor();
  await bench.getByText('Choose a channel.').waitFor();
  await bench.getByLabel(/^Unit price.*Variant 11$/).fill('4.50');
  await bench.getByLabel('Weight, g, Variant 11').fill('300');
  await bench.getByRole('button', { name: 'Copy the first row down' }).click();
  expect(await bench.getByLabel('Weight, g, Variant 12').inputValue()).toBe('300');
  await bench.getByRole('combobox', { name: 'Channel' }).click();
  await page.getByRole('option', { name: 'YunExpress Standard' }).click();
  await bench.getByLabel('Handling').fill('2.00');
  await bench.getByLabel('Per kg').fill('10');
  await bench.getByText('$5.00 · $8.00 · $11.00').waitFor();
  await shot('workbench');
  await bench.getByRole('button', { name: 'Send answer' }).click();
  await page.getByText(/Q-\d+ is answered/).waitFor();
  await page.getByText('Nothing to answer.').waitFor();
});

it('D5-05 the merchant counters, and the agent answers with a second version', async () => {
  const { page } = visitor;
  await logIn(owner.token);
  await page.goto('/quote/index');
  await page.getByText('1 price is ready to accept.').waitFor();
  await shot('quotes');
  await page.getByRole('button', { name: /^Open Q-/ }).click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByText('3 waiting orders become payable when you accept.').waitFor();
  await drawer.getByText('$9.50').waitFor(); // 4.50 goods, 2.00 handling, 300 g at 10.00 a kilogram
  await drawer.getByText('$17.00').waitFor(); // two in one parcel
  await drawer.getByText('Your margin').click();
  await drawer.getByText('$10.49').waitFor(); // the shop takes 19.99
  await shot('quote-drawer');
  await drawer.getByRole('button', { name: 'More acts' }).click();
  await page.getByRole('menuitem', { name: 'Make a counter-offer' }).click();
  const counter = page.getByRole('dialog', { name: /^Counter-offer to Q-/ });
  await counter.getByRole('button', { name: 'Send counter-offer' }).click();
  await counter.getByText('Name a price for at least one variant.').waitFor();
  await counter.getByLabel(/^Variant 11: target price/).fill('4.10');
  await counter.getByLabel('Why?').fill('A neighbour pays 4.10.');
  await counter.getByRole('button', { name: 'Send counter-offer' }).click();
  await drawer.getByText('Counter-offer sent', { exact: true }).waitFor();
  // the agent reads it and answers
  await logIn(agent.token);
  await page.goto('/desk/quotes');
  await page.getByRole('button', { name: /^Open Q-/ }).click();
  const bench = page.getByRole('dialog').first();
  await bench.getByRole('button', { name: /^Talk/ }).click();
  await bench.getByText('A neighbour pays 4.10.').waitFor();
  await bench.getByText('$4.10').waitFor();
  await bench.getByLabel('Message to the client').fill('We can do 4.20.');
  await bench.getByRole('button', { name: 'Send message' }).click();
  await bench.getByRole('listitem').filter({ hasText: 'We can do 4.20.' }).waitFor();
  await shot('desk-talk');
  await bench.getByRole('button', { name: /^Answer/ }).click();
  await bench.getByLabel(/^Unit price.*Variant 11$/).fill('4.20');
  await bench.getByRole('button', { name: 'See it as the client' }).click();
  const preview = page.getByRole('dialog', { name: 'What the client will see' });
  await preview.getByText('$9.20').waitFor();
  await preview.getByRole('button', { name: 'Close' }).click();
  await bench.getByRole('button', { name: 'Send new version' }).click();
  await page.getByText(/Q-\d+ is answered/).waitFor();
});

it('D5-04 the merchant sees both versions and what changed, accepts, and the waiting orders become payable', async () => {
  const { page } = visitor;
  await logIn(owner.token);
  await page.goto('/quote/index');
  await page.getByText('1 new message').waitFor();
  await page.getByRole('button', { name: /^Open Q-/ }).click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByText('We can do 4.20.').waitFor(); // unread words come first
  await drawer.getByRole('button', { name: 'Price', exact: true }).click();
  await drawer.getByRole('heading', { name: 'Changed since version 1' }).waitFor();
  const change = drawer.getByRole('listitem').filter({ hasText: 'Variant 11 · unit price' });
  expect(await change.textContent()).toContain('$4.50 → $4.20');
  await shot('quote-diff');
  await drawer.getByRole('button', { name: 'Accept prices' }).click();
  const choice = page.getByRole('dialog', { name: /^Accept version 2/ });
  await shot('accept');
  await choice.getByRole('button', { name: 'Accept prices' }).click();
  await page.getByText('Prices accepted. 3 orders can be paid now.').waitFor();
  await drawer.getByText('Accepted', { exact: true }).first().waitFor();
  await page.goto('/my-product/index?tab=mapped');
  await page
    .getByRole('row', { name: /Moon lamp/ })
    .getByText('2 of 2')
    .waitFor();
  await shot('products-mapped');
});

it('a merchant asks by the address of a page', async () => {
  const { page } = visitor;
  await page.goto('/quote/index');
  await page.getByRole('button', { name: 'Ask for a price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for a price' });
  await dialog.getByText(/Asked now, an agent answers by/).waitFor();
  await dialog.getByRole('button', { name: 'Ask for a price' }).click();
  await dialog.getByText('Give an address, a picture, or a few words on what you look for.').waitFor();
  await dialog.getByLabel('Address of the goods').fill('https://detail.1688.com/offer/612345678901.html?spm=a2');
  await dialog.getByLabel('What is it?').fill('Star lamp');
  await shot('request');
  await dialog.getByRole('button', { name: 'Ask for a price' }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: 'Star lamp' });
  await drawer.getByRole('button', { name: 'Request', exact: true }).click();
  await drawer.getByRole('link', { name: 'detail.1688.com/offer/612345678901.html' }).waitFor();
  expect(visitor.problems).toEqual([]);
});
