import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '#server/lib/tokens.ts';
import { systemEntry } from '#testing/order-fixtures.ts';
import { merchant, password, type Person } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { openBrowser, type Visitor } from './browser.ts';

let stage: Stage;
let visitor: Visitor;
let page: Page;
const ground = () => ({ ground: stage.ground, clock: stage.ground.clock });
beforeAll(async () => {
  stage = await openStage();
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
  const problems = visitor.problems.filter((line) => !/Failed to load resource|The answer says 500/.test(line)); // the browser's own lines about answers that these stories ask for
  if (problems.length > 0) throw new Error(problems.join('\n'));
});
beforeEach(async () => {
  await visitor.context.clearCookies();
  page = await visitor.context.newPage();
  page.setDefaultTimeout(20_000);
});
afterEach(() => page.close());

const as = ({ token }: { token: string }) =>
  visitor.context.addCookies([{ name: 'Admin-Token', value: token, url: stage.url }]);
const token = async () => (await visitor.context.cookies()).find(({ name }) => name === 'Admin-Token')?.value;
const alerts = () => page.getByRole('alert');

/** The log-in with a clock of ours, and what its call is answered. */
async function openLogin(answer?: (route: Route) => Promise<void>): Promise<void> {
  await page.clock.install();
  if (answer) await page.route('**/api/login', answer);
  await page.goto('/login');
  await page.getByLabel('Email or username').fill('ada');
}

async function send(): Promise<void> {
  await page.getByRole('textbox', { name: 'Password' }).fill('any password');
  await page.getByRole('button', { name: 'Log in' }).click();
}

const json = (status: number, body: unknown) => (route: Route) =>
  route.fulfill({
    status,
    contentType: 'application/json',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const refusal = (status: number, message: string) =>
  json(status, { status, code: 'invalid', message, request_id: 'r-1' });

/** The one toast says `text` for `ms`, by the page's clock, and the form still stands there. */
async function expectToast(text: string, ms: number): Promise<void> {
  await send();
  await alerts().getByText(text, { exact: true }).waitFor();
  expect(await alerts().count()).toBe(1);
  await page.clock.runFor(ms - 500);
  expect(await alerts().count()).toBe(1);
  await page.clock.runFor(600);
  await alerts().waitFor({ state: 'detached' });
  expect(await page.getByLabel('Email or username').inputValue()).toBe('ada');
}

async function expectSilence(answered: string): Promise<void> {
  const done = page.waitForResponse(`**${answered}`);
  await send();
  await done;
  await expect.poll(() => page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe(''); // the call came back false
  expect(await alerts().count()).toBe(0);
}

it('the token travels in the Authorization header, and only when there is one', {
  tags: ['H01', 'S7-01', 'S7-02'],
}, async () => {
  const owner = await merchant(ground());
  const seen: { path: string; headers: Record<string, string>; body: string | null }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/'))
      seen.push({ path: pathname, headers: request.headers(), body: request.postData() });
  });
  await page.goto('/login');
  await page.getByLabel('Email or username').fill(owner.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: owner.username }).waitFor();
  const login = seen.find(({ path }) => path === '/api/login');
  expect(login?.headers.authorization).toBeUndefined();
  expect(login?.headers['content-type']).toBe('application/json');
  expect(JSON.parse(login?.body ?? '')).toEqual({ username: owner.username, password });
  const profile = seen.find(({ path }) => path === '/api/profile');
  expect(profile?.headers.authorization).toBe(`Bearer ${await token()}`);
  expect(seen.every(({ headers }) => headers.cookie === undefined)).toBe(true);
});

describe('toasts of failed calls', () => {
  it('HTTP 500 shows “500 error” for 3 s', { tags: ['H02', 'S8-05', 'S9-01'] }, async () => {
    await openLogin(refusal(500, 'secret detail'));
    await expectToast('500 error', 3_000);
  });

  it('HTTP 503 shows “503 error” for 3 s', { tags: ['H02', 'S8-06'] }, async () => {
    await openLogin(json(503, '<html>'));
    await expectToast('503 error', 3_000);
  });

  it('HTTP 422 shows the server’s text for 6 s, as text, and nothing without one', {
    tags: ['H05', 'S8-08', 'S9-01'],
  }, async () => {
    const text = 'Use <b>another</b> <img src=x onerror=alert(1)> name.';
    await openLogin(refusal(422, text));
    await expectToast(text, 6_000);
    await page.unroute('**/api/login');
    await page.route('**/api/login', refusal(422, ''));
    await expectSilence('/api/login');
  });

  it('a broken connection shows “Network anomaly”, and the page goes on', {
    tags: ['H06', 'H09', 'S8-09', 'S8-10'],
  }, async () => {
    await openLogin((route) => route.abort());
    await expectToast('Network anomaly', 3_000);
  });

  it('a 401 of the log-in shows the server’s text', { tags: ['S8-07'] }, async () => {
    await openLogin(refusal(401, 'This address may not log in.'));
    await expectToast('This address may not log in.', 3_000);
  });

  it('a body status of 401 shows “401 error” and ends nothing', { tags: ['H07', 'S8-01'] }, async () => {
    await openLogin(json(200, { status: 401 }));
    await expectToast('401 error', 3_000);
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  it('a body status of 503 shows “503 error”', { tags: ['H07', 'S8-02'] }, async () => {
    await openLogin(json(200, { status: 503 }));
    await expectToast('503 error', 3_000);
  });

  it('a body status of 500 is only logged', { tags: ['H07', 'S8-03'] }, async () => {
    await openLogin(json(200, { status: 500 }));
    const logged = page.waitForEvent('console', (message) => message.text().includes('The answer says 500'));
    await expectSilence('/api/login');
    await logged;
  });

  it('data.error shows “Network anomaly” for 3 s', { tags: ['H08', 'S8-04'] }, async () => {
    await openLogin(json(200, { status: 200, data: { error: 'no' } }));
    await expectToast('Network anomaly', 3_000);
  });
});

describe('a dead token', () => {
  const revoke = (person: Person) =>
    systemEntry(ground()).run('all_accounts', ({ db, now }) =>
      db.updateTable('sessions').set({ revoked_at: now }).where('token_hash', '=', hashToken(person.token)).execute(),
    );

  it('a 401 clears the token, shows the server’s text and goes to the log-in', {
    tags: ['H03', 'S4-03', 'S8-07'],
  }, async () => {
    const owner = await merchant(ground());
    await as(owner);
    await page.goto('/Dashboard/index');
    await page.getByText('Get started').waitFor();
    await revoke(owner);
    await page.getByRole('link', { name: 'Orders' }).click();
    await alerts().getByText('Your session has ended. Log in again to continue.').waitFor();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login');
    expect(await token()).toBeUndefined();
    expect(await page.evaluate(() => sessionStorage.getItem('tabs'))).toBeNull();
  });

  it('five parallel 401s show one toast and navigate once', { tags: ['H04'] }, async () => {
    const owner = await merchant(ground());
    await as(owner);
    await page.goto('/Dashboard/index');
    await page.getByText('Get started').waitFor();
    const waiting: Route[] = [];
    await page.route(/\/api\/(?!events|config)/, (route) => void waiting.push(route));
    const shown: string[] = [];
    page.on('framenavigated', (frame) => shown.push(new URL(frame.url()).pathname));
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: 'Orders', exact: true })
      .click();
    await expect.poll(() => waiting.length).toBeGreaterThanOrEqual(5); // of one page: leaving a page cancels its calls
    const toast = alerts().getByText('Log in again, please.').waitFor(); // it stands for 3 s: looked for before the answers
    await Promise.all([toast, ...waiting.splice(0).map(refusal(401, 'Log in again, please.'))]);
    expect(await alerts().count()).toBe(1);
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(shown.filter((path) => path === '/login')).toHaveLength(1);
  });
});

describe('toasts', () => {
  it('stand 20 px from the top, are announced and stop their clock under the pointer and with the focus', {
    tags: ['H11'],
  }, async () => {
    await openLogin(refusal(422, 'The first sentence.'));
    await send();
    const toast = alerts().filter({ hasText: 'The first sentence.' });
    await toast.waitFor();
    await expect.poll(async () => (await toast.boundingBox())?.y).toBeCloseTo(20, 0);
    await toast.hover();
    await page.clock.runFor(20_000);
    expect(await toast.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Close' }).focus();
    await page.mouse.move(10, 800);
    await page.clock.runFor(20_000);
    expect(await toast.isVisible()).toBe(true);
    await page.getByLabel('Email or username').focus();
    await page.clock.runFor(6_500);
    await toast.waitFor({ state: 'detached' });
  });

  it('stack 16 px apart, show equal texts once, and close by Escape', { tags: ['H11'] }, async () => {
    const texts = ['The first sentence.', 'Another, second sentence.', 'Another, second sentence.'];
    await openLogin((route) => refusal(422, texts.shift() ?? '')(route));
    for (let sent = 0; sent < 3; sent += 1) {
      await send();
      await expect.poll(() => page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('');
    }
    expect(await alerts().count()).toBe(2);
    const [first, second] = [await alerts().nth(0).boundingBox(), await alerts().nth(1).boundingBox()];
    expect((second?.y ?? 0) - (first?.y ?? 0) - (first?.height ?? 0)).toBeCloseTo(16, 0);
    await page.keyboard.press('Escape');
    await expect.poll(() => alerts().count()).toBe(0);
  });
});
