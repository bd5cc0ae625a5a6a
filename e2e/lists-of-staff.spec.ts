import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { laptop, still } from './appearance.ts';
import { phone } from './browser.ts';
import { visitDemo } from './demo-visit.ts';

let page: Page;
const visit = visitDemo(({ visitor }) => ({ page } = visitor));

it.each(['fulfillment', 'exceptions', 'quotes', 'claims?tab=decided', 'messages?tab=all'])(
  'clients and products are read whole in a small window, not cut beside room: %s',
  async (name) => {
    await page.setViewportSize(laptop);
    await visit('admin', `/staff/${name}`);
    await page.getByRole('row').nth(1).waitFor();
    const cut = await page
      .locator('main tbody [data-identity] *')
      .evaluateAll((lines) =>
        lines.filter((line) => line.scrollWidth > line.clientWidth + 1).map((line) => line.textContent),
      );
    expect(cut).toEqual([]);
  },
);

it('prices leave their room to the items: a long client takes two lines of a row as high as the others', async () => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await visit('agent', '/staff/prices');
  const rows = page.locator('main tbody [data-row]');
  await rows.first().waitFor();
  const client = await page.getByRole('columnheader', { name: 'Client', exact: true }).boundingBox();
  expect(client?.width).toBeLessThan(138);
  const heights = () => rows.evaluateAll((all) => [...new Set(all.map((row) => row.clientHeight))]);
  expect(await heights()).toEqual([48]);
  await visit('agent', '/staff/prices?tab=changes');
  await page.getByRole('columnheader', { name: 'Landed cost' }).waitFor();
  await rows.first().waitFor();
  expect(await heights()).toEqual([48]);
});

it.each([
  ['fulfillment', 1024],
  ['stock?tab=receiving', 1024],
  ['stock?tab=receiving', 1280],
  ['stock?tab=receiving', 1440],
  ['stock?tab=receiving', 1920],
] as const)(
  'the first and the last cell end where the search field and the columns do: %s, %i',
  async (name, width) => {
    await page.setViewportSize({ width, height: 800 });
    await visit('admin', `/staff/${name}`);
    await page.getByRole('row').nth(1).waitFor();
    await still(page);
    const edges = await page.locator('main table').evaluate((table) => {
      const box = table.getBoundingClientRect();
      return [...table.querySelectorAll('tr')].map((row) => {
        const cells = [...row.children].filter((cell) => cell.checkVisibility());
        const [first, last] = [cells[0], cells.at(-1)].map((cell) => cell && getComputedStyle(cell));
        return [first?.paddingInlineStart, last?.paddingInlineEnd, box.left];
      });
    });
    const search = (await page.getByRole('searchbox').first().boundingBox()) ?? expect.unreachable();
    for (const [start, end, left] of edges) {
      expect([start, end]).toEqual(['16px', '16px']);
      expect(Math.abs(Number(left) + 16 - search.x)).toBeLessThan(2);
    }
  },
);

it.each([1024, 1280, 1440])(
  'words after a number keep their distance, whatever stands between them: %i',
  async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await visit('finance', '/staff/recharges?tab=all');
    await page.getByRole('row').nth(1).waitFor();
    const gaps = await page.locator('main thead tr').evaluate((row) => {
      const cells = [...row.children].filter((cell) => cell.checkVisibility());
      return cells.slice(1).flatMap((cell, place) => {
        const before = cells[place];
        if (before?.getAttribute('data-align') !== 'end' || cell.getAttribute('data-align') === 'end') return [];
        return [
          parseFloat(getComputedStyle(before).paddingInlineEnd) + parseFloat(getComputedStyle(cell).paddingInlineStart),
        ];
      });
    });
    expect(gaps.length).toBeGreaterThan(0);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(24);
  },
);

it('reasons of suggestions take two lines and products none but theirs, with all of them on hover', async () => {
  await page.setViewportSize(laptop);
  await visit('owner', '/my-product/suggestions');
  await page.getByRole('button', { name: 'Accept', exact: false }).first().waitFor();
  const heights = await page
    .locator('tbody tr[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(0);
  expect(Math.max(...heights)).toBeLessThanOrEqual(70);
  const reason = page.locator('td[data-wraps="true"] > span[title]').first();
  expect(await reason.getAttribute('title')).toBe(await reason.textContent());
});

it('a policy says all regions where its reason has no other one, and its table fits a phone as cards', async () => {
  await page.setViewportSize(phone);
  await visit('admin', '/staff/shipping?tab=policies');
  const table = page.getByLabel('Claim policies').and(page.locator('table'));
  await table.waitFor();
  const rows = await table.locator('tbody tr').evaluateAll((all) =>
    all.map((row) => ({
      cells: [...row.children].map((cell) => cell.textContent),
      lefts: [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().left)),
      width: row.scrollWidth - row.clientWidth,
    })),
  );
  const of = (reason: string) => rows.filter(({ cells }) => cells[0] === reason).map(({ cells }) => cells[1]);
  expect(of('Damaged')).toEqual(['All regions']);
  expect(of('Late delivery')).toContain('Everywhere else');
  for (const { lefts, width } of rows) {
    expect(width).toBe(0);
    expect(lefts[0]).toBe(lefts[1]); // the name stands above its facts
  }
  await page.getByText('When clients can submit a claim and the evidence it needs.').waitFor();
});

it('an answer to a quote is written on a phone without moving sideways', async () => {
  await page.setViewportSize(phone);
  await visit('agent', '/staff/quotes');
  await page.locator('[data-row] [data-row-opener]').first().press('Enter');
  const items = page
    .locator('table')
    .filter({ has: page.getByRole('textbox') })
    .first();
  await items.waitFor();
  const beyond = await items.evaluate((table) => {
    const box = table.parentElement;
    return [table.scrollWidth - (box?.clientWidth ?? 0), (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0)];
  });
  expect(Math.max(...beyond)).toBeLessThanOrEqual(0);
  // its fields are as wide as their halves of a card, and share a line where they stand side by side
  const prices = items.getByRole('textbox', { name: /^Unit price/ }).locator('xpath=ancestor::td');
  expect(
    await prices.evaluateAll((cells) =>
      cells.filter((cell) => cell.clientWidth - (cell.querySelector('input')?.clientWidth ?? 0) > 4),
    ),
  ).toEqual([]);
  const row = page.getByLabel('Valid for (days)').locator('xpath=ancestor::div[contains(@class, "row")]');
  const room = await row.evaluate((line) => {
    const last = line.lastElementChild?.getBoundingClientRect().right ?? 0;
    return line.getBoundingClientRect().right - last;
  });
  expect(room).toBeLessThan(2);
});

it('tabs that a window has no room for are in a menu', async () => {
  await page.setViewportSize(laptop);
  await visit('agent', '/staff/exceptions');
  await page.getByRole('button', { name: 'Show all tabs' }).click();
  await page.getByRole('menuitem', { name: /^Past estimated delivery/ }).click();
  await page.waitForURL(/tab=late/);
  const chosen = page.getByRole('button', { name: /^Past estimated delivery/, pressed: true });
  await still(page);
  const [tab, strip] = [await chosen.boundingBox(), await chosen.locator('xpath=..').boundingBox()];
  expect((tab?.x ?? 0) + (tab?.width ?? 0)).toBeLessThanOrEqual((strip?.x ?? 0) + (strip?.width ?? 0) + 1);
  await page.setViewportSize({ width: 1920, height: 1000 });
  await page.getByRole('button', { name: 'Show all tabs' }).waitFor({ state: 'detached' });
});

it('who needs no reply leaves the queue, and staff is told so', async () => {
  await visit('agent', '/staff/messages');
  const waiting = page.locator('main button[aria-pressed=true]', { hasText: 'Waiting' });
  await waiting.filter({ hasText: /\d/ }).waitFor();
  const before = Number((await waiting.innerText()).replace(/\D/g, ''));
  await page.locator('main tbody tr').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'No reply needed' }).click();
  await page.getByText('Marked as not needing a reply.').waitFor();
  await waiting.filter({ hasText: new RegExp(`Waiting\\s*${before - 1}$`) }).waitFor();
});
