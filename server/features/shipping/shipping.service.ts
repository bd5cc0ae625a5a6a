import { v7 as uuid } from 'uuid';
import type { Channel } from '#contract/shipping.ts';
import type { RateBody } from '#contract/shipping-tables.ts';
import type { ListQuery } from '#contract/shared.ts';
import { audit } from '#server/db/audit.ts';
import type { Ctx, StaffCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { requireChannel, startOf } from './shipping-calendar.service.ts';
import * as rows from './shipping.db.ts';

/** Shipping channels that the provider offers now, by name. */
export const listChannels = (ctx: Ctx): Promise<Channel[]> => rows.findChannels(ctx);

/** What quotes, orders and checkout show instead of the days of a rate, where there are enough deliveries. */
export const listTransit = (ctx: StaffCtx) => rows.findTransit(ctx);

/** What each channel charges to a country at a moment; a past moment is answered with the rates of then. */
export const ratesAt = (ctx: Ctx, query: { destination: string; at?: string | undefined }) =>
  rows.findRates(ctx, [query.destination], query.at ? new Date(query.at) : ctx.now);

/** What each channel charges to these countries now. */
export const ratesTo = (ctx: Ctx, destinations: readonly string[]) => rows.findRates(ctx, destinations, ctx.now);

/** Versions that count now or are planned, for staff. */
export async function staffRates(
  ctx: Ctx,
  query: ListQuery & { channel_id?: string | undefined; destination?: string | undefined },
) {
  const found = await rows.findLiveRates(ctx, query, pageOf(query));
  return { data: found, meta: metaOf(query, found[0]?.total ?? 0) };
}

export const rateHistory = rows.findRateHistory;

/** Writes a new version of a rate; the one before ends where this one begins. */
export async function setRate(ctx: StaffCtx, body: RateBody) {
  await requireChannel(ctx, body.channel_id);
  const rate = { ...body, id: uuid(), valid_from: startOf(ctx, body.valid_from), created_by: ctx.actor.user_id };
  await rows.insertRate(ctx, rate);
  await audit(ctx, { action: 'shipping.setRate', entity: 'channel_rates', entity_id: rate.id, details: body });
  const history = await rows.findRateHistory(ctx, body);
  return history.find(({ id }) => id === rate.id) as rows.RateVersionRow; // written above, in the same transaction
}
