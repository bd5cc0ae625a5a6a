import { dayText, zoneClock } from '../lib/file-cells.ts';
import { providerZone } from '#contract/constants.ts';
import type { Ctx, MerchantCtx } from './context.ts';

/** The zone of the account; the provider's for staff, also while they look at a client's pages (P51, P60). */
async function zoneOf({ actor, db }: MerchantCtx): Promise<string> {
  if (actor.acting !== null) return providerZone;
  const account = await db
    .selectFrom('accounts')
    .select('time_zone')
    .where('id', '=', actor.account_id)
    .executeTakeFirstOrThrow();
  return account.time_zone;
}

/** The date that names of files bear, `YYYY-MM-DD`: that of a moment on the reader's calendar. */
export async function fileDay(ctx: MerchantCtx, at: Ctx['now'] = ctx.now): Promise<string> {
  return dayText(zoneClock(await zoneOf(ctx))(at));
}
