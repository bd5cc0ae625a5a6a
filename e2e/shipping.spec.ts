import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoStage, openDemoStage } from '#testing/demo-stage.ts';
import { openBrowser, type Visitor } from './browser.ts';

let stage: DemoStage;
let agent: Visitor;
let owner: Visitor;
beforeAll(async () => {
  stage = await openDemoStage();
  [agent, owner] = [await openBrowser(stage.url), await openBrowser(stage.url)];
  for (const [visitor, name] of [
    [agent, 'agent'],
    [owner, 'owner'],
  ] as const) {
    await visitor.context.addCookies([{ name: 'Admin-Token', value: stage.tokens.get(name) ?? '', url: stage.url }]);
  }
});
afterAll(async () => {
  await agent.close();
  await owner.close();
  await stage.close();
});

it('staff write a new version of a rate and mark holidays; merchants read both in Resources', {
  tags: ['D0-13', 'D0-15'],
}, async () => {
  const { page } = agent;
  await page.goto('/staff/shipping?destination=GB');
  await page.getByText('YunExpress Priority').first().click();
  const dialog = page.getByRole('dialog', { name: /YunExpress Priority to/ });
  await dialog.getByText('Default').waitFor();
  await dialog.getByLabel('Handling').fill('3.33');
  await dialog.getByLabel('90% delivered within (days)').fill('1');
  await dialog.getByRole('button', { name: 'Save new version' }).click();
  await dialog.getByText('The 90% time can’t be shorter than the median').waitFor();
  await dialog.getByLabel('90% delivered within (days)').fill('9');
  await dialog.getByRole('button', { name: 'Save new version' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('$3.33 + ').waitFor();

  await page.getByRole('button', { name: 'Holidays' }).click();
  await page.getByRole('button', { name: 'Add days' }).click();
  const days = page.getByRole('dialog', { name: 'Add days' });
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await days.getByLabel('Start date').fill(soon);
  await days.getByLabel('English name').fill('Stocktaking');
  await days.getByLabel('Chinese name').fill('盘点');
  await days.getByRole('button', { name: 'Add days' }).click();
  await days.waitFor({ state: 'detached' });

  await owner.page.goto('/resource/resource');
  await owner.page.getByRole('combobox', { name: 'Destination', exact: true }).click();
  await owner.page.getByRole('option', { name: 'United Kingdom' }).click();
  await owner.page.getByText('$3.33 + ').waitFor();
  await owner.page.getByText('Stocktaking').waitFor();
  await owner.page.getByRole('cell', { name: 'Marked as delivered but not received' }).waitFor();
});

it('the calculator in a product shows each channel’s landed cost, and follows country and quantity', {
  tags: ['D0-17'],
}, async () => {
  const { page } = owner;
  await page.goto('/my-product/index?tab=mapped');
  await page.locator('tbody tr').first().click();
  const table = page.getByRole('table', { name: 'Cost by shipping method' });
  const landed = table.locator('tbody tr').first().locator('strong');
  await landed.getByText('$').waitFor();
  const one = await landed.innerText();
  await table
    .getByText(/days? in transit/)
    .first()
    .waitFor();
  await page.getByRole('textbox', { name: 'Quantity' }).fill('3');
  await expect.poll(() => landed.innerText(), { timeout: 20_000 }).not.toBe(one);
});

it('shows nothing that the browser complains of', () => {
  expect([...agent.problems, ...owner.problems]).toEqual([]);
});
