import { sql } from 'kysely';
import { forAccount } from '#server/db/context.ts';
import { requestCancel } from '#server/features/orders/cancel/cancel.service.ts';
import { recordFulfilmentStep } from '#server/features/orders/ship/ship.service.ts';
import { setFxRate } from '#server/features/quotes/workbench/costs.service.ts';
import { workingTime } from '#server/features/shipping/index.ts';
import { staffActor, startThread } from './portal.ts';
import { cancelRequestedAt } from './review-times.ts';
import type { Account, Context } from './seed-merchant.ts';

const hour = 3_600_000;
/** How far the warehouse is with some orders, those paid last first; the client wants one of them cancelled. */
const stories = [
  { actions: ['buy'], cancel: 'The buyer ordered the wrong size and wants another.' },
  { actions: ['buy', 'pick'] },
  { actions: ['buy', 'pick', 'pack'] },
  { actions: ['buy', 'pick', 'pack'] },
] as const;

/** What is bought, picked and packed this morning, an asked cancellation, and the day's exchange rate. */
export async function seedWork({ portal, house, world, real }: Context, account: Account): Promise<void> {
  const thread = startThread(portal, world.now);
  const { account_id } = account;
  const agent = house.staff.agent[account.merchant.agent];
  const packer = house.staff.warehouse[0];
  if (!agent || !packer) return;
  const morning = new Date(world.now.getTime() - 3 * hour);
  const requested = cancelRequestedAt(real, await thread.allAccounts(workingTime));
  thread.clock.set(morning);
  const answering = thread.as(staffActor({ ...agent, roles: ['agent'] }));
  await answering.run('all_accounts', (ctx) => setFxRate(ctx, { currency: 'USD', yuan: 7.12 }));
  const packing = thread.as(staffActor({ ...packer, roles: ['warehouse'] }));
  const orders = await thread.allAccounts(async ({ db }) => {
    const found = await sql<{ id: string }>`
      SELECT id FROM orders WHERE account_id = ${account_id} AND stage = 'processing' AND NOT held AND NOT blocked
        AND reship_of IS NULL AND split_from IS NULL
      ORDER BY placed_at DESC, id LIMIT ${stories.length}`.execute(db);
    return found.rows;
  });
  const versionOf = async (id: string) =>
    (
      await thread.allAccounts(({ db }) =>
        db
          .selectFrom('orders')
          .select('version')
          .where('account_id', '=', account_id)
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      )
    ).version;
  for (const [at, story] of stories.entries()) {
    const id = orders[at]?.id;
    if (id === undefined) continue;
    for (const action of story.actions) {
      const version = await versionOf(id);
      await packing.run('all_accounts', (ctx) =>
        recordFulfilmentStep(forAccount(ctx, account_id), id, { action, version }),
      );
    }
    if (!('cancel' in story)) continue;
    const version = await versionOf(id);
    const owner = thread.as(account.owner);
    // on days off the business time of the request lies before the order was bought, and none has passed since
    thread.clock.set(requested > morning ? requested : morning);
    await owner.run({ account_id }, (ctx) => requestCancel(ctx, id, { reason: story.cancel, units: 'open', version }));
    thread.clock.set(morning);
  }
}
