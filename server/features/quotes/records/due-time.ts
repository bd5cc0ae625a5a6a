import type { Ctx } from '#server/db/context.ts';
import { after, businessMsBetween, dueAfter } from '#server/lib/business-time.ts';
import type { Clock, LockedQuote } from './write.db.ts';
import { businessCalendar } from '#server/features/shipping/index.ts';

/** Business hours that an agent has for an answer (domain.md §3.3). */
export const slaHours = 24;

/** A full clock from now on. */
export async function freshClock(ctx: Ctx): Promise<Clock> {
  const sla_due_at = dueAfter(ctx.now, slaHours, await businessCalendar(ctx));
  return { sla_due_at, paused_at: null, sla_left_ms: null };
}

/** Stops the clock: what is left of the business time is kept. A clock that is late stays late. */
export async function stoppedClock(ctx: Ctx, quote: LockedQuote): Promise<Clock> {
  const { sla_due_at, paused_at, sla_left_ms } = quote;
  if (paused_at !== null) return { sla_due_at, paused_at, sla_left_ms };
  const left = businessMsBetween(ctx.now, sla_due_at, await businessCalendar(ctx));
  return { sla_due_at, paused_at: ctx.now, sla_left_ms: left };
}

/** Lets the clock run again with what was left of it. */
export async function runningClock(ctx: Ctx, quote: LockedQuote): Promise<Clock> {
  const { sla_due_at, sla_left_ms } = quote;
  if (sla_left_ms === null || sla_left_ms === 0) return { sla_due_at, paused_at: null, sla_left_ms: null };
  const due = after(ctx.now, sla_left_ms, await businessCalendar(ctx));
  return { sla_due_at: due, paused_at: null, sla_left_ms: null };
}
