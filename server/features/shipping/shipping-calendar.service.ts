import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { claimPolicyBody, cutOffBody, holidayBody } from '#contract/shipping-tables.ts';
import { audit } from '#server/db/audit.ts';
import type { Ctx, StaffCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import {
  businessDayAfter,
  type Calendar,
  nextCutOff,
  shanghaiDay,
  type WorkingTime,
} from '#server/lib/business-time.ts';
import * as rows from './shipping-calendar.db.ts';
import { channelExists, findChannels } from './shipping.db.ts';

const dayMs = 86_400_000;
const daysBack = 30; // a review may have waited over a long holiday
const mostDays = 60; // the longest holiday that anybody marks at once
const later = (from: string, days: number) =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** When the provider works, around now: what every promised moment is counted by. */
export async function workingTime(ctx: Ctx): Promise<WorkingTime> {
  const today = shanghaiDay(ctx.now.getTime());
  const known = await rows.findHolidays(ctx, later(today, -daysBack), later(today, 400));
  return { days: new Map(known.map(({ day, kind }) => [day, kind])), ...ctx.app.workingHours };
}

/** The day so many business days after another. */
export async function businessDay(ctx: Ctx, query: { from: string; days: number }) {
  const known = await rows.findHolidays(ctx, query.from, later(query.from, 400));
  const calendar = new Map(known.map(({ day, kind }) => [day, kind]));
  return { day: businessDayAfter(query.from, query.days, calendar) };
}

/** Holidays of the next twelve months, and when each channel's next cut-off is. */
export async function calendarAhead(ctx: Ctx) {
  const today = shanghaiDay(ctx.now.getTime());
  const holidays = await rows.findHolidays(ctx, today, later(today, 366));
  const calendar: Calendar = new Map(holidays.map(({ day, kind }) => [day, kind]));
  const known = await rows.findCutOffs(ctx, ctx.now, false);
  const general = known.find(({ channel }) => channel === null);
  const channels = await findChannels(ctx);
  const cut_offs = channels.flatMap(({ id, name }) => {
    const own = known.find(({ channel }) => channel?.id === id) ?? general;
    return own ? [{ channel: { id, name }, next_at: nextCutOff(ctx.now, own.at_minute, calendar).toISOString() }] : [];
  });
  return { holidays, cut_offs };
}

/** What a year's calendar says, for staff. */
export const holidaysOf = (ctx: Ctx, year: number) => rows.findHolidays(ctx, `${year}-01-01`, `${year}-12-31`);

/** Marks days; those that have begun stay as they were. */
export async function setHolidays(ctx: StaffCtx, body: z.output<typeof holidayBody>) {
  const { from, to, ...entry } = body;
  if (to < from) throw appError('invalid_input', { text: 'shipping.days_reversed' }, 'to');
  if (from <= shanghaiDay(ctx.now.getTime())) {
    throw appError('invalid_input', { text: 'shipping.day_begun' }, 'from');
  }
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  if (count > mostDays)
    throw appError('invalid_input', { text: 'shipping.too_many_days', params: { most: mostDays } }, 'to');
  if (entry.kind !== 'ordinary' && (entry.name_en === '' || entry.name_zh === '')) {
    throw appError('invalid_input', { text: 'shipping.day_names_missing' }, 'name_en');
  }
  const days = Array.from({ length: count }, (_, index) => ({ id: uuid(), day: later(from, index), ...entry }));
  await rows.insertHolidays(ctx, days, ctx.actor.user_id);
  await audit(ctx, { action: 'shipping.setHolidays', entity: 'holidays', details: body });
  return { done: true as const };
}

/** A moment from which a version counts: now, or later. The past stays as it was. */
export function startOf(ctx: Ctx, wanted: string | undefined): Date {
  if (wanted === undefined) return ctx.now;
  const at = new Date(wanted);
  if (at < ctx.now) throw appError('invalid_input', { text: 'shipping.valid_from_passed' }, 'valid_from');
  return at;
}

export const cutOffs = (ctx: Ctx) => rows.findCutOffs(ctx, ctx.now, true);

/** A new cut-off from now or later on. */
export async function setCutOff(ctx: StaffCtx, body: z.output<typeof cutOffBody>) {
  if (body.channel_id !== null) await requireChannel(ctx, body.channel_id);
  const row = { ...body, id: uuid(), valid_from: startOf(ctx, body.valid_from), created_by: ctx.actor.user_id };
  await rows.insertCutOff(ctx, row);
  await audit(ctx, { action: 'shipping.setCutOff', entity: 'cut_offs', entity_id: row.id, details: body });
  return { done: true as const };
}

/** Throws unless the channel is there. */
export async function requireChannel(ctx: Ctx, id: string): Promise<void> {
  if (!(await channelExists(ctx, id))) {
    throw appError('invalid_input', { text: 'shipping.no_channel' }, 'channel_id');
  }
}

/** Claim policies as they count at a moment. */
export const claimPolicies = (ctx: Ctx, at: string | undefined) => rows.findPolicies(ctx, at ? new Date(at) : ctx.now);

/** A new version of a claim policy from now or later on. */
export async function setClaimPolicy(ctx: StaffCtx, body: z.output<typeof claimPolicyBody>) {
  const row = { ...body, id: uuid(), valid_from: startOf(ctx, body.valid_from), created_by: ctx.actor.user_id };
  await rows.insertPolicy(ctx, row);
  await audit(ctx, { action: 'shipping.setClaimPolicy', entity: 'claim_policies', entity_id: row.id, details: body });
  return { done: true as const };
}
