import { isDeepStrictEqual } from 'node:util';
import { payingSettings, type StoreSettings } from '#contract/store-rules.ts';
import { readStoreSettings } from '#contract/store-settings.ts';
import { allows } from '#contract/rights.ts';
import { audit } from '#server/db/audit.ts';
import { demandStore, type MerchantCtx, notFound } from '#server/db/context.ts';
import { enqueue, publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import * as rows from './store-settings.db.ts';

type Versioned = { settings: StoreSettings; version: number };

/** Settings of a store, whole. */
export async function getSettings(ctx: MerchantCtx, id: string): Promise<Versioned> {
  demandStore(ctx.actor, id);
  const row = await rows.findSettings(ctx, { account_id: ctx.actor.account_id, id });
  if (!row) throw notFound('store');
  return { settings: readStoreSettings(row.settings), version: row.version };
}

/** Writes a store's settings; what they change about unpaid orders is worked out in the background. */
export async function saveSettings(ctx: MerchantCtx, id: string, input: Versioned): Promise<Versioned> {
  demandStore(ctx.actor, id);
  const store = { account_id: ctx.actor.account_id, id };
  const row = await rows.findSettings(ctx, store, true);
  if (!row) throw notFound('store');
  if (row.version !== input.version) throw appError('stale_version', { text: 'stores.settings_changed' });
  const before = readStoreSettings(row.settings);
  const fields = changedFields(before, input.settings);
  if (fields.length === 0) return { settings: before, version: row.version };
  demandRight(ctx, fields);
  await demandChannels(ctx, before, input.settings);
  await rows.updateSettings(ctx, store, input.settings);
  const details = Object.fromEntries(fields.map((field) => [field, input.settings[field]]));
  await audit(ctx, { action: 'stores.saveSettings', entity: 'stores', entity_id: id, fields, details });
  await enqueue(ctx, 'orders_review_store', { account_id: store.account_id, store_id: id }, { key: `review:${id}` });
  await publish(ctx, { account_id: store.account_id, kind: 'stores.changed', id });
  return { settings: input.settings, version: row.version + 1 };
}

type Field = keyof StoreSettings;

function changedFields(before: StoreSettings, after: StoreSettings): Field[] {
  const fields = Object.keys(after) as Field[]; // the schema leaves no other keys
  return fields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
}

const spends: ReadonlySet<string> = new Set(payingSettings);

/** Who may not pay must not let the portal pay either. */
function demandRight(ctx: MerchantCtx, fields: readonly Field[]): void {
  if (!fields.some((field) => spends.has(field))) return;
  if (ctx.actor.acting) throw appError('not_allowed_while_acting', { text: 'stores.payment_acting' });
  if (!allows(ctx.actor.rights, 'orders', 'pay')) throw appError('forbidden', { text: 'stores.payment_right' });
}

/** Channels that are newly named must be offered; one that has ended since may stay, the cheapest takes its place. */
async function demandChannels(ctx: MerchantCtx, before: StoreSettings, after: StoreSettings): Promise<void> {
  const known = new Set(Object.values(before.default_channels));
  const named = [...new Set(Object.values(after.default_channels))].filter((channel) => !known.has(channel));
  const offered = await rows.findChannels(ctx, named);
  if (named.some((channel) => !offered.has(channel)))
    throw appError('invalid_input', { text: 'stores.no_channel' }, 'settings.default_channels');
}
