import type { ParsedOf } from '#contract/endpoint.ts';
import type { wallet } from '#contract/wallet.ts';
import { audit } from '#server/db/audit.ts';
import { type Entry, forAccount, type MerchantCtx } from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import * as rows from './wallet.db.ts';
import * as ledger from '#server/features/ledger/index.ts';
import { notify, resolveNotifications } from '#server/features/notifications/index.ts';

export async function getSettings(ctx: MerchantCtx) {
  const { low_balance, version } = await rows.findSettings(ctx);
  return { low_balance, version };
}

/** Sets the threshold of the low-balance alert; a new one is reported again. */
export async function saveSettings(ctx: MerchantCtx, input: ParsedOf<typeof wallet.saveSettings>['body']) {
  const { low_balance, version } = input;
  if (!(await rows.saveSettings(ctx, low_balance, version))) {
    throw appError('stale_version', { text: 'wallet.settings_changed' });
  }
  await audit(ctx, {
    action: 'wallet.saveSettings',
    entity: 'wallet_settings',
    entity_id: ctx.account,
    details: { low_balance },
  });
  publish(ctx, { account_id: ctx.account, kind: 'wallet.changed' });
  return getSettings(ctx);
}

/** Tells once of each balance that is below its threshold, and again only after it was refilled. Runs every five minutes. */
export async function alertLowBalances(entry: Entry): Promise<void> {
  const accounts = await entry.run('all_accounts', rows.findAlerted);
  await eachAlone(entry, accounts, 'a balance could not be compared with its threshold', ({ account_id }) =>
    entry.run('all_accounts', async (all) => {
      const ctx = forAccount(all, account_id);
      const { low_balance, low_told_at } = await rows.findSettings(ctx, true);
      if (low_balance === null) return;
      const { available, currency } = await ledger.balances(ctx);
      const low = available < low_balance;
      if (low === (low_told_at !== null)) return;
      await rows.saveLowNotified(ctx, low ? ctx.now : null);
      if (!low) return resolveNotifications(ctx, account_id, ['wallet_low']);
      await notify(ctx, {
        event: 'wallet_low',
        account_id,
        subject: account_id,
        params: { amount: available, threshold: low_balance, currency },
        link: '/wallet/recharge',
      });
    }),
  );
}
