import type { Page } from 'playwright-core';

/** A new merchant answers the dialog that asks how to be reached, and reads where support is (spec §2, dialog 3). */
export async function sayHowToReach(page: Page): Promise<void> {
  const asking = page.getByRole('dialog', { name: 'How can we reach you?' });
  await asking.getByLabel('Social platform').click();
  await page.getByRole('option', { name: 'WhatsApp', exact: true }).click();
  await asking.getByLabel('International telephone area code').fill('germany');
  await page.getByRole('option', { name: '+49 Germany' }).click();
  await asking.getByLabel('WhatsApp number or link').fill('0151 12345678');
  await asking.getByRole('button', { name: 'Submit' }).click();
  const thanks = page.getByRole('dialog', { name: 'Thank you, we will be in touch' });
  await thanks.getByRole('button', { name: 'Close' }).last().click();
  await thanks.waitFor({ state: 'hidden' });
}
