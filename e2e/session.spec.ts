import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlRows } from '#testing/sql-rows.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { sayHowToReach } from './greeting.ts';

let stage: Stage;
let visitor: Visitor;
const others: Visitor[] = [];
beforeAll(async () => {
  stage = await openStage();
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  for (const other of others) await other.close();
  await visitor.close();
  await stage.close();
});

const person = { email: 'ada@shop.example', username: 'ada', password: 'a long enough secret', account: 'Ada’s shop' };

describe('a new merchant', () => {
  it('is sent from any page to the log-in, signs up there, and gets from there to the page that was wanted', {
    tags: ['S7-06'],
  }, async () => {
    const { page } = visitor;
    await page.goto('/dashboard/index?from=mail&x=1');
    await page.waitForURL(/\/login\?redirect=/);
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/dashboard/index?from=mail&x=1');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await page.getByLabel('Company or store name').fill(person.account);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Username').fill(person.username);
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    // The branding of this domain names no terms: sign-up asks nobody to agree to any.
    expect(await page.getByText(/terms/i).count()).toBe(0);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText(`Open the link we sent to ${person.email}`).waitFor();
  });

  it('L3: opens the mailed link, which creates the account and leads on to the page that was wanted', async () => {
    const { page } = visitor;
    const mail = await stage.sandbox.mail.waitFor({ to: person.email, subject: 'Confirm' });
    await page.goto(mail.links[0] ?? '');
    await page.waitForURL('**/Dashboard/index?from=mail&x=1');
    await sayHowToReach(page);
    await page.getByText('Get started').waitFor();
  });

  it('reads on the list of first steps that the address is not confirmed, and after another link that it is', async () => {
    const { page } = visitor;
    const step = page.getByRole('listitem').filter({ hasText: 'Confirm your email address' });
    await step.getByText('Your address is confirmed.').waitFor();
    await step.getByRole('img', { name: 'Done' }).waitFor();
    const mail = { to: person.email, subject: 'Confirm' };
    const first = await stage.sandbox.mail.waitFor(mail);
    await sqlRows(stage, `UPDATE users SET email_verified_at = NULL WHERE email = '${person.email}'`);
    await page.reload();
    await step.getByText('Open the link we emailed you.').waitFor();
    expect(await step.getByRole('img', { name: 'Done' }).count()).toBe(0);
    await step.getByRole('button', { name: 'Resend link' }).click();
    await step.getByRole('button', { name: 'Link sent' }).waitFor();
    const again = await stage.sandbox.mail.waitFor({ ...mail, after: first.id });
    await page.goto(again.links[0] ?? '');
    await page.getByRole('link', { name: 'Continue' }).click();
    await step.getByRole('img', { name: 'Done' }).waitFor();
  });

  it('L3: reads the same when the address has an account, and the truth in the mail', async () => {
    const other = await openBrowser(stage.url);
    others.push(other);
    const { page } = other;
    await page.goto('/login#sign-up');
    await page.getByLabel('Company or store name').fill('Another shop');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Username').fill('ada-again');
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText(`Open the link we sent to ${person.email}`).waitFor();
    await stage.sandbox.mail.waitFor({ to: person.email, subject: 'You already have an account' });
    await page.goto('/login#finish-sign-up=used');
    await page.getByText('This link isn’t valid.').waitFor();
  });

  it('logs out and in again, and reads a sentence for a wrong password', async () => {
    const { page } = visitor;
    await page.goto('/');
    await page.getByRole('button', { name: person.username }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
    await page.waitForURL(/\/login/);
    await page.getByLabel('Email or username').fill(person.username);
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('The username or password is incorrect.').first().waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Get started').waitFor();
  });

  it('creates a new password by mail; the link works once', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: person.username }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('we sent a link to it').waitFor();
    const mail = await stage.sandbox.mail.waitFor({ to: person.email, subject: 'Reset your password' });
    await page.goto(mail.links[0] ?? '');
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill('another fine secret');
    await page.getByRole('textbox', { name: 'Confirm new password' }).fill('another fine secret');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Get started').waitFor();
    await page.goto('about:blank');
    await page.goto(mail.links[0] ?? '');
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill('another fine secret');
    await page.getByRole('textbox', { name: 'Confirm new password' }).fill('another fine secret');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('This link was used or has expired.').first().waitFor();
  });

  it('sees 404 for an unknown page and 401 for a page of the staff', async () => {
    const { page } = visitor;
    await page.goto('/no-such-page');
    await page.waitForURL('**/404');
    await page.goto('/staff/clients');
    await page.waitForURL('**/401');
    expect(visitor.problems).toEqual([]);
  });
});
