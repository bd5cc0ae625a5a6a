import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NotificationMessage } from '#contract/notification-events.ts';
import { notify } from '#server/features/notifications/notifications-notify.service.ts';
import { inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { givenUnpriced } from '#testing/quote-fixtures.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { openBrowser, phone, type Visitor } from './browser.ts';

let stage: Stage;
let visitor: Visitor;
const ground = () => ({ ground: stage.ground, clock: { now: () => new Date() } });
beforeAll(async () => {
  stage = await openStage();
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
const enter = async (person: { token: string }, path = '/') => {
  await visitor.context.addCookies([{ name: 'Admin-Token', value: person.token, url: stage.url }]);
  await visitor.page.goto(path);
};
const bell = (page = visitor.page) => page.getByRole('button', { name: /^Notifications/ });
const panel = () =>
  visitor.page.getByRole('dialog').filter({ has: visitor.page.getByRole('button', { name: 'Mark all as read' }) });
const items = () => panel().locator('[data-bell-item]');
const notifyOf = (person: Person, message: Partial<NotificationMessage>) =>
  inAccount(ground(), person.account_id, (ctx) =>
    notify(ctx, {
      event: 'invoice_paid',
      account_id: person.account_id,
      subject: uuid(),
      params: { number: 'INV-1', amount: 12_345, currency: 'USD', orders: 2 },
      link: '/invoice/invoice',
      ...message,
    }),
  );

it('the bell counts what is new at once, tells it by day and leads to the record', async () => {
  const owner = await merchant(ground());
  const { product_id } = await givenUnpriced(ground(), owner, 1);
  await enter(owner);
  await bell()
    .and(visitor.page.getByRole('button', { name: 'Notifications', exact: true }))
    .waitFor();
  const quote = await fetch(`${stage.url}/api/products/${product_id}/inquiry`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json', 'idempotency-key': uuid() },
    body: JSON.stringify({ destinations: ['US'] }),
  });
  const { data } = (await quote.json()) as { data: { id: string; number: string } };
  await notifyOf(owner, {
    event: 'quote_quoted',
    subject: data.id,
    params: { number: data.number, title: 'Moon lamp' },
    link: `/quote/index?quote=${data.id}`,
  });
  const { page } = visitor;
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click(); // without a reload: by the event stream
  await panel().getByRole('heading', { name: 'Today' }).waitFor();
  await panel().getByText('Action needed').waitFor();
  expect(await panel().getByText('Warning').count()).toBe(0); // a quote to accept is nothing to be warned of
  await shot('bell');
  const tabs = panel().getByRole('group').first().getByRole('button');
  const heights = await tabs.evaluateAll((all) => all.map((tab) => tab.parentElement?.clientHeight ?? 0));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(40); // not squeezed by the list below
  await panel()
    .getByRole('button', { name: `${data.number}: quote ready for Moon lamp` })
    .first()
    .click();
  await page.waitForURL(`**/quote/index?quote=${data.id}`);
  await page.getByRole('dialog').getByText('Moon lamp').first().waitFor();
  await bell()
    .and(page.getByRole('button', { name: 'Notifications', exact: true }))
    .waitFor();
});

it('notifications are read, hidden and marked read as a whole, in step in two browser tabs', async () => {
  const owner = await merchant(ground());
  for (const number of ['INV-1', 'INV-2', 'INV-3']) {
    await notifyOf(owner, { params: { number, amount: 12_345, currency: 'USD', orders: 2 } });
  }
  await enter(owner, '/invoice/invoice');
  const other = await visitor.context.newPage();
  await other.goto(`${stage.url}/invoice/invoice`);
  await other.getByRole('button', { name: 'Notifications, 3 unread' }).waitFor();
  const { page } = visitor;
  await page.bringToFront(); // a page behind another is drawn once a second
  await page.getByRole('button', { name: 'Notifications, 3 unread' }).click();
  await panel().getByRole('button', { name: 'Mark “INV-3 paid: $123.45” as read' }).click();
  await other.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor();
  await panel().getByRole('button', { name: 'Dismiss “INV-2 paid: $123.45”' }).click();
  await other.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
  expect(await items().count()).toBe(2);
  await panel()
    .getByRole('button', { name: /^Unread/ })
    .click();
  await expect.poll(() => items().count()).toBe(1);
  await panel().getByRole('button', { name: 'Mark all as read' }).click();
  await panel().getByText('You’ve read all notifications').waitFor();
  await other.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  await other.close();
});

it('the bell is worked by keys alone and gives the focus back', async () => {
  const owner = await merchant(ground());
  for (let n = 1; n <= 21; n += 1)
    await notifyOf(owner, { params: { number: `INV-${n}`, amount: n, currency: 'USD', orders: 1 } });
  await enter(owner, '/invoice/invoice');
  const { page } = visitor;
  const button = page.getByRole('button', { name: 'Notifications, 21 unread' });
  await button.focus();
  await page.keyboard.press('Enter');
  await items().first().waitFor();
  await items().first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(
    await items()
      .nth(2)
      .evaluate((item) => item === document.activeElement),
  ).toBe(true);
  await page.keyboard.press('End');
  expect(
    await items()
      .nth(19)
      .evaluate((item) => item === document.activeElement),
  ).toBe(true);
  await panel().getByRole('button', { name: 'Load more' }).press('Enter');
  await expect.poll(() => items().count()).toBe(21);
  await page.keyboard.press('Escape');
  await panel().waitFor({ state: 'detached' });
  expect(await button.evaluate((node) => node === document.activeElement)).toBe(true);
});

it('an administrator publishes a notice with its preview, sees who read it, and takes it back', async () => {
  const owner = await merchant(ground());
  const admin = await staff(ground(), 'admin');
  await enter(admin, '/staff/notices');
  const { page } = visitor;
  await page.getByRole('button', { name: 'Write notice' }).first().click(); // the empty list offers it as well
  const form = page.getByRole('dialog', { name: 'Write notice' });
  await form.getByRole('button', { name: 'Publish notice' }).click();
  await form.getByText('Title is missing.').waitFor();
  await form.getByLabel('Title', { exact: true }).fill('Tradewind rests for New Year');
  await form
    .getByLabel('Content (HTML)')
    .fill('<p>Tradewind ships again on <strong>5 January</strong>.</p><script>alert(1)</script>');
  const preview = form.getByRole('region', { name: 'Preview' });
  await preview.getByText('localhost ships again on 5 January.').waitFor(); // the brand is shown as the domain
  await form.getByText('Some of this content isn’t allowed').waitFor();
  await form.getByRole('checkbox', { name: 'Add the text in 简体中文' }).check();
  await form.getByLabel('Title (简体中文)').fill('Tradewind 元旦放假');
  await form.getByLabel('Content (简体中文, HTML)').fill('<p>Tradewind 将于 <strong>1 月 5 日</strong>恢复发货。</p>');
  await form.getByRole('radiogroup', { name: 'Language of the preview' }).getByText('简体中文').click();
  await preview.getByText('localhost 将于 1 月 5 日恢复发货。').waitFor();
  await form.getByRole('radiogroup', { name: 'Language of the preview' }).getByText('English').click();
  await form.getByLabel('Tags').fill('Holiday');
  await form.getByLabel('Tags').press('Enter');
  await form.getByRole('combobox', { name: 'Audience' }).click();
  await page.getByRole('option', { name: 'Selected clients' }).click();
  await form.getByRole('combobox', { name: 'Clients' }).fill(owner.username.slice(0, 2));
  await form.getByRole('combobox', { name: 'Clients' }).fill(`Shop of ${owner.username}`);
  await page.getByRole('option', { name: `Shop of ${owner.username} ·` }).click();
  await page.keyboard.press('Escape');
  await form.getByRole('combobox', { name: 'Display as' }).click();
  await page.getByRole('option', { name: 'Notification' }).click();
  await shot('composer');
  await form.getByRole('button', { name: 'Publish notice' }).click();
  await page.getByText('“Tradewind rests for New Year” is live.').waitFor();
  await page.getByRole('cell', { name: '0 of 1', exact: true }).waitFor();
  await page.getByText('Notification · Info · English, 简体中文 · Holiday', { exact: true }).waitFor();
  await shot('notices');
  await page.getByRole('cell', { name: '0 of 1', exact: true }).click(); // the whole row opens it
  const view = page.getByRole('dialog', { name: 'Tradewind rests for New Year' });
  await view.getByText('localhost ships again on 5 January.').waitFor();
  await view.getByText('简体中文').click();
  await page
    .getByRole('dialog', { name: 'Tradewind 元旦放假' })
    .getByText('localhost 将于 1 月 5 日恢复发货。')
    .waitFor();
  await page.keyboard.press('Escape');

  await enter(owner, '/invoice/invoice');
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await panel().getByRole('button', { name: 'localhost rests for New Year' }).first().click();
  await panel().getByText('localhost ships again on 5 January.').waitFor();
  await shot('bell-notice');
  await page.keyboard.press('Escape');
  // the reader’s other language brings the other text
  await page.getByRole('button', { name: 'Language', exact: true }).click();
  await page.getByRole('menuitem', { name: '简体中文' }).click();
  await page.getByRole('button', { name: '通知', exact: true }).click();
  await page.getByRole('button', { name: 'localhost 元旦放假' }).first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '语言', exact: true }).click();
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/api/profile/settings'));
  await page.getByRole('menuitem', { name: 'English' }).click();
  await kept;
  await bell()
    .and(page.getByRole('button', { name: 'Notifications', exact: true }))
    .waitFor();

  await enter(admin, '/staff/notices');
  await page.getByRole('cell', { name: '1 of 1', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Actions for Tradewind rests for New Year' }).click();
  await page.getByRole('menuitem', { name: 'Remove notice' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove notice' }).click();
  await page.getByText('“Tradewind rests for New Year” removed.').waitFor();
  await enter(owner, '/invoice/invoice');
  await bell().click();
  await panel().getByText('No notifications yet').waitFor();
});

it('the list of notices counts its readers anew when its page gets the focus back', async () => {
  const readers = [await merchant(ground()), await merchant(ground())];
  const admin = await staff(ground(), 'admin');
  const send = async (method: string, path: string, token: string, body: object = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': uuid() };
    const answer = await fetch(`${stage.url}${path}`, { method, headers, body: JSON.stringify(body) });
    return (await answer.json()) as { data: { id: string } };
  };
  const audience = { to: 'accounts', account_ids: readers.map(({ account_id }) => account_id) };
  const notice = {
    kind: 'inbox',
    severity: 'info',
    title: 'Spring fair',
    tags: [],
    content: '<p>See you.</p>',
    audience,
  };
  const { data } = await send('POST', '/api/notifications', admin.token, {
    ...notice,
    starts_at: null,
    ended_at: null,
  });
  await enter(admin, '/staff/notices');
  const { page } = visitor;
  const row = page.getByRole('row', { name: /Spring fair/ });
  await row.getByRole('cell', { name: '0 of 2', exact: true }).waitFor();
  for (const [index, { token }] of readers.entries()) {
    await send('PUT', `/api/notifications/${data.id}`, token);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await row.getByRole('cell', { name: `${index + 1} of 2`, exact: true }).waitFor();
  }
});

it('more than 99 are 99+, the words follow the language, and a phone shows the list over its whole width', async () => {
  const owner = await merchant(ground());
  for (let n = 1; n <= 100; n += 1) await notifyOf(owner, {});
  await enter(owner, '/invoice/invoice');
  const { page } = visitor;
  await page.getByText('99+', { exact: true }).waitFor();
  await page.setViewportSize(phone);
  await bell().click();
  await items().first().waitFor();
  const box = await panel().boundingBox();
  expect([box?.x, box?.width]).toEqual([0, phone.width]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await shot('bell-phone');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: '简体中文' }).click();
  await page.getByRole('button', { name: '通知，100 条未读' }).click();
  await page.getByText('INV-1 已支付：$123.45').first().waitFor();
  await shot('bell-phone-zh');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(visitor.problems).toEqual([]);
});
