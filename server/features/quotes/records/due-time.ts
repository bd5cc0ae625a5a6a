import type { Ctx } from '#server/db/context.ts';
import { after, businessMsBetween, dueAfter } from '#server/lib/business-time.ts';
import type { Clock, LockedQuote } from './write.db.ts';
import { workingTime } from '#server/features/shipping/index.ts';

/** What an agent has for an answer. */
const answerTime = { days: 1 };

/** A full clock from now on. */
export async function freshClock(ctx: Ctx): Promise<Clock> {
  const sla_due_at = dueAfter(ctx.now, answerTime, await workingTime(ctx));
  return { sla_due_at, paused_at: null, sla_left_ms: null };
}

/** Stops the clock: what is left of the working time is kept. A clock that is late stays late. */
export async function stoppedClock(ctx: Ctx, quote: LockedQuote): Promise<Clock> {
  const { sla_due_at, paused_at, sla_left_ms } = quote;
  if (paused_at !== null) return { sla_due_at, paused_at, sla_left_ms };
  const left = businessMsBetween(ctx.now, sla_due_at, await workingTime(ctx));
  return { sla_due_at, paused_at: ctx.now, sla_left_ms: left };
}

/** Lets the clock run again with what was left of it: a full clock at most, as what was kept once counted nights as well. */
export async function runningClock(ctx: Ctx, quote: LockedQuote): Promise<Clock> {
  const { sla_due_at, sla_left_ms } = quote;
  if (sla_left_ms === null || sla_left_ms === 0) return { sla_due_at, paused_at: null, sla_left_ms: null };
  const time = await workingTime(ctx);
  const [left, full] = [after(ctx.now, sla_left_ms, time), dueAfter(ctx.now, answerTime, time)];
  return { sla_due_at: left < full ? left : full, paused_at: null, sla_left_ms: null };
}
