import type { ParsedOf } from '#contract/endpoint.ts';
import { maxListDepth } from '#contract/constants.ts';
import type { wallet } from '#contract/wallet.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, type MerchantCtx, notFound, type StaffCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import type { StripeClient } from '#server/lib/stripe.ts';
import * as rows from './wallet.db.ts';
import * as ledger from '#server/features/ledger/index.ts';

/** The provider of card payments; null where none is set up. */
export type Payments = StripeClient | null;

/** The wallet's balances; `low` when what waits for payment exceeds what can be spent. */
export async function getWallet(ctx: MerchantCtx) {
  const account = accountOf(ctx);
  const { currency, available, held, bonus } = await ledger.balances(ctx, account);
  const expected = await rows.findExpectations(ctx, account);
  return { currency, available, held, bonus, ...expected, low: available < expected.to_pay };
}

/** The statement, newest first, with the balance after each entry. */
export async function listLogs(ctx: MerchantCtx, query: ParsedOf<typeof wallet.billingLogs>['query']) {
  const account = accountOf(ctx);
  const found = await rows.findLogs(ctx, account, query, pageOf(query));
  const data = found.map(({ ref_kind, ref_id, ref_label, hash, ...log }) => ({
    ...log,
    reference: { kind: ref_kind, id: ref_id, label: ref_label },
    hash: hash.toString('hex'),
  }));
  return { data, meta: metaOf(query, await rows.countLogs(ctx, account, query, maxListDepth)) };
}

/** Methods that are offered now: active, and for cards a payment provider must be set up. */
export async function offeredMethods(ctx: Ctx, payments: Payments) {
  const methods = await rows.findMethods(ctx);
  return methods.filter((method) => method.active && (method.kind === 'transfer' || payments !== null));
}

export const deskMethods = (ctx: StaffCtx) => rows.findMethods(ctx);

/** Changes a method; used by finance and by the demo workspace. */
export async function saveMethod(ctx: Ctx, code: string, input: ParsedOf<typeof wallet.saveMethod>['body']) {
  const { version, ...changes } = input;
  const known = (await rows.findMethods(ctx)).find((method) => method.code === code);
  if (!known) throw notFound('method');
  if (known.kind === 'transfer' && changes.active && changes.details.length === 0) {
    throw appError('invalid_input', { text: 'wallet.details_missing' }, 'details');
  }
  if (!(await rows.updateMethod(ctx, code, version, changes))) {
    throw appError('stale_version', { text: 'wallet.method_changed' });
  }
  await audit(ctx, {
    action: 'wallet.saveMethod',
    entity: 'recharge_methods',
    entity_id: code,
    account_id: null,
    details: changes,
  });
  await publish(ctx, { account_id: null, kind: 'wallet.changed' });
  return { ...known, ...changes, version: version + 1 };
}
