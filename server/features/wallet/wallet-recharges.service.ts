import { randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { maxListDepth } from '#contract/constants.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { rechargeCan } from '#contract/recharge-rules.ts';
import { sepaPayload } from '#contract/sepa-rules.ts';
import type { wallet } from '#contract/wallet.ts';
import { audit } from '#server/db/audit.ts';
import {
  type AccountCtx,
  type Ctx,
  forAccount,
  type MerchantCtx,
  notFound,
  readerLanguage,
} from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { type AppError, appError } from '#server/lib/app-error.ts';
import { dueAfter, type WorkingTime } from '#server/lib/business-time.ts';
import { qrModules } from '#server/lib/pdf/qr-modules.ts';
import { keptSentence, type Language, type Phrase } from '#server/lib/refusal-texts.ts';
import { announce } from './wallet-credit.ts';
import { offeredMethods, requireWithin } from './wallet-methods.service.ts';
import { methodName } from './wallet-methods.ts';
import { isCredited } from './wallet-payments.db.ts';
import * as rows from './wallet-recharges.db.ts';
import { findCurrency, findMethods } from './wallet.db.ts';
import type { Payments } from './wallet.service.ts';
import { attachFile } from '#server/features/files/index.ts';
import { resolveNotifications, notify } from '#server/features/notifications/index.ts';
import { workingTime } from '#server/features/shipping/index.ts';

const transferDays = 7;
/** A card's session at the payment provider must end between 30 minutes and 24 hours ahead. */
const cardHours = 12;
const oldestProofDays = 60;
/** Finance reviews a proof within this time of work. */
const reviewTime = { hours: 4 };
const day = 86_400_000;

/** A recharge as the merchant sees it. */
export function shown(row: rows.RechargeRow, language: Language, time: WorkingTime) {
  const {
    id,
    status,
    currency,
    amount,
    received_amount,
    fee,
    fee_bp,
    refunded,
    charged_back,
    reference,
    external_ref,
    payer_name,
    paid_on,
    review_note,
    version,
    submitted_at,
    reviewed_at,
  } = row;
  const { bonus, proofs, sent_amount, sent_currency } = row;
  return {
    id,
    number: numberOf(row),
    method: { code: row.method, name: methodName(language, row.method, row.method_name), kind: row.method_kind },
    status,
    currency,
    amount,
    received_amount,
    fee,
    fee_bp,
    bonus,
    refunded,
    charged_back,
    reference,
    external_ref,
    payer_name,
    paid_on,
    sent: sent_amount !== null && sent_currency !== null ? { amount: sent_amount, currency: sent_currency } : null,
    proofs,
    review_note: review_note && keptSentence(language, review_note),
    pays: { order_ids: row.for_orders, selection_id: row.for_selection, invoice_id: row.for_invoice },
    automatic: row.card_id !== null,
    decided_at: status === 'credited' || status === 'rejected' ? reviewed_at : null,
    due_at: submitted_at && rechargeCan.review(status) ? dueAfter(submitted_at, reviewTime, time) : null,
    created_at: row.created_at,
    expires_at: row.expires_at,
    version,
  };
}

export const numberOf = (row: { number: number }) => `RC-${row.number}`;

/** What a banking app reads to fill in the transfer, which it knows in euros alone; null where the method does not say to whom. */
async function transferCode(ctx: AccountCtx, row: rows.RechargeRow) {
  if (row.currency !== 'EUR' || row.status !== 'awaiting_transfer') return null;
  const method = (await findMethods(ctx)).find(({ code }) => code === row.method);
  if (!method?.sepa) return null;
  const payload = sepaPayload(method.sepa, row.amount, row.reference);
  return { payload, rows: qrModules(payload).map((dark) => dark.map(Number).join('')) };
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'; // without I, L, O, U: read over the phone and typed into bank forms

/** What the payer writes on the transfer; 40 random bits, so that a typo hits nobody else. */
export function newReference(): string {
  const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
  return `TW-${code.slice(0, 4)}-${code.slice(4)}`;
}

export async function listRecharges(ctx: MerchantCtx, query: ParsedOf<typeof wallet.recharges>['query']) {
  const found = await rows.listRecharges(ctx, query.q, pageOf(query));
  const time = await workingTime(ctx);
  return {
    data: found.map((row) => shown(row, readerLanguage(ctx), time)),
    meta: metaOf(query, await rows.countRecharges(ctx, query.q, maxListDepth)),
  };
}

export async function getRecharge(ctx: MerchantCtx, id: string) {
  const row = await requireRecharge(ctx, id);
  return {
    ...shown(row, readerLanguage(ctx), await workingTime(ctx)),
    transfer_code: await transferCode(ctx, row),
  };
}

export async function requireRecharge(ctx: AccountCtx, id: string, lock = false): Promise<rows.RechargeRow> {
  const row = await rows.findRecharge(ctx, id, lock);
  if (!row) throw notFound('recharge');
  return row;
}

/** Starts a recharge: a transfer gets its reference and 7 days, a card its 12 hours for the payment page. */
export async function createRecharge(
  ctx: MerchantCtx,
  payments: Payments,
  input: ParsedOf<typeof wallet.createRecharge>['body'],
) {
  if (!ctx.actor.email_verified) {
    throw appError('email_unverified', { text: 'wallet.email_unconfirmed' });
  }
  const method = (await offeredMethods(ctx, payments)).find((offered) => offered.code === input.method);
  if (!method) throw appError('payment_unavailable', { text: 'wallet.method_not_offered' }, 'method');
  requireWithin(method, input.amount, await findCurrency(ctx));
  const id = uuid();
  const card = method.kind === 'card';
  await rows.insertRecharge(
    ctx,
    {
      account_id: ctx.account,
      id,
      method: method.code,
      status: card ? 'processing' : 'awaiting_transfer',
      amount: input.amount,
      reference: newReference(),
      expires_at: new Date(ctx.now.getTime() + (card ? cardHours * 3_600_000 : transferDays * day)),
      created_by: ctx.actor.user_id,
    },
    input.pays ?? { order_ids: [] },
  );
  await audit(ctx, {
    action: 'wallet.createRecharge',
    entity: 'recharges',
    entity_id: id,
    details: { method: method.code, amount: input.amount },
  });
  await announce(ctx, id);
  return getRecharge(ctx, id);
}

/**
 * Hands in the proof of a transfer; a rejected or late one may be handed in again. An amount in another currency leaves open
 * what arrives: the recharge stays as it was asked for.
 */
export async function prove(ctx: MerchantCtx, id: string, input: ParsedOf<typeof wallet.prove>['body']) {
  const recharge = await requireRecharge(ctx, id, true);
  if (!rechargeCan.prove(recharge.status, recharge.method_kind)) throw notOpen(recharge);
  requireVersion(recharge, input.version);
  checkDate(ctx.now, input.paid_on);
  const externalRef = input.external_ref.replace(/\s+/g, '').toUpperCase(); // banks print it with and without spaces
  await assertNoDuplicate(ctx, recharge, externalRef);
  const fileIds = [...new Set(input.file_ids)];
  for (const fileId of fileIds) await attachFile(ctx, fileId, 'recharge_proof');
  const { currency = recharge.currency, amount } = input;
  await rows.saveProofs(ctx, id, fileIds);
  await rows
    .updateRecharge(ctx, id, {
      status: 'submitted',
      ...(currency === recharge.currency && { amount }),
      sent_amount: amount,
      sent_currency: currency,
      external_ref: externalRef,
      payer_name: input.payer_name,
      paid_on: input.paid_on,
      submitted_at: ctx.now,
      review_note: null,
    })
    .catch((error: unknown) => {
      // two tabs handed in the same number at the same moment; throwing rolls this one back
      throw isTaken(error) ? duplicate({ text: 'wallet.reference_elsewhere' }) : error;
    });
  await audit(ctx, {
    action: 'wallet.prove',
    entity: 'recharges',
    entity_id: id,
    fields: ['payer_name', 'proof'],
    details: { amount, currency, external_ref: externalRef },
  });
  await resolveNotifications(ctx, id, ['recharge_rejected']);
  await notify(ctx, {
    event: 'staff_recharge_proven',
    account_id: ctx.account,
    subject: id,
    params: {
      number: numberOf(recharge),
      client: recharge.client_name,
      amount,
      currency,
    },
    link: `/staff/recharges?recharge=${id}`,
  });
  await announce(ctx, id);
  return getRecharge(ctx, id);
}

function checkDate(now: Date, paidOn: string): void {
  const paid = new Date(`${paidOn}T00:00:00Z`).getTime();
  // zones ahead of UTC have tomorrow's date already
  if (paid > now.getTime() + 14 * 3_600_000)
    throw appError('invalid_input', { text: 'wallet.paid_in_future' }, 'paid_on');
  if (paid < now.getTime() - (oldestProofDays + 1) * day) {
    throw appError('invalid_input', { text: 'wallet.paid_too_long_ago', params: { days: oldestProofDays } }, 'paid_on');
  }
}

async function assertNoDuplicate(ctx: Ctx, recharge: rows.RechargeRow, externalRef: string): Promise<void> {
  const claim = await rows.findClaim(forAccount(ctx, recharge.account_id), recharge.method, externalRef, recharge.id);
  if (claim) throw duplicate({ text: 'wallet.reference_submitted', params: { number: numberOf(claim) } });
  const credited = await isCredited(ctx, `bank:${recharge.method}`, externalRef);
  // another account's recharge is not named
  if (credited) throw duplicate({ text: 'wallet.reference_credited' });
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'recharges_reference_key';
}

const duplicate = (sentence: Phrase): AppError => appError('duplicate_reference', sentence, 'external_ref');

export function notOpen(recharge: rows.RechargeRow): AppError {
  const params = { number: numberOf(recharge) };
  return appError('recharge_not_open', { text: `wallet.is_${recharge.status}`, params });
}

export function requireVersion(recharge: rows.RechargeRow, version: number): void {
  if (recharge.version === version) return;
  throw appError('stale_version', { text: 'wallet.recharge_changed', params: { number: numberOf(recharge) } });
}

export async function cancelRecharge(ctx: MerchantCtx, id: string, version: number) {
  const recharge = await requireRecharge(ctx, id, true);
  if (!rechargeCan.cancel(recharge.status)) throw notOpen(recharge);
  requireVersion(recharge, version);
  await rows.updateRecharge(ctx, id, { status: 'cancelled' });
  await audit(ctx, { action: 'wallet.cancelRecharge', entity: 'recharges', entity_id: id });
  await announce(ctx, id);
  return getRecharge(ctx, id);
}
