import { sql } from 'kysely';
import { acceptChanges, rejectChanges } from '#server/features/prices/prices-decide.service.ts';
import { propose } from '#server/features/prices/prices-propose.service.ts';
import { staffActor, startThread } from './portal.ts';
import type { Account, Context } from './seed-merchant.ts';

const day = 86_400_000;

type Plan = {
  skus: number;
  reason: 'supplier' | 'fuel' | 'fx';
  note: string;
  goods_bp: number | null;
  freight_bp: number | null;
  ending: 'wait' | 'accept' | 'reject';
};
const plans: readonly Plan[] = [
  {
    skus: 2,
    reason: 'supplier',
    note: 'Aluminium costs more since October; the factory passes a part of it on.',
    goods_bp: 450,
    freight_bp: null,
    ending: 'wait',
  },
  {
    skus: 2,
    reason: 'fuel',
    note: 'The airlines raise the fuel surcharge for the season.',
    goods_bp: null,
    freight_bp: 300,
    ending: 'accept',
  },
  {
    skus: 1,
    reason: 'fx',
    note: 'The yuan has risen by three per cent since this price was agreed.',
    goods_bp: 300,
    freight_bp: null,
    ending: 'reject',
  },
];

/** Three proposals to one merchant: one to decide, one accepted for its day, one rejected. */
export async function seedPrices({ portal, house, world }: Context, account: Account): Promise<void> {
  const agent = house.staff.agent[account.merchant.agent];
  if (!agent) return;
  const { account_id } = account;
  const thread = startThread(portal, new Date(world.now.getTime() - 2 * day));
  const { rows: prices } = await thread.allAccounts(({ db }) =>
    sql<{ id: string; catalog_sku_id: string }>`
      SELECT DISTINCT ON (catalog_sku_id) id, catalog_sku_id FROM prices
      WHERE account_id = ${account_id} AND valid_to IS NULL AND destination = 'US'
      ORDER BY catalog_sku_id, unit_price DESC LIMIT 5`.execute(db),
  );
  let at = 0;
  for (const plan of plans) {
    const chosen = prices.slice(at, at + plan.skus);
    at += plan.skus;
    if (chosen.length > 0) await proposed(chosen, plan);
  }

  async function proposed(chosen: readonly { id: string }[], plan: Plan): Promise<void> {
    const percent = (bp: number | null) => (bp === null ? null : { kind: 'percent' as const, bp });
    const body = {
      mode: 'commit' as const,
      prices: chosen.map(({ id }) => ({ account_id, id })),
      change: { goods: percent(plan.goods_bp), freight: percent(plan.freight_bp) },
      reason: plan.reason,
      note: plan.note,
      effective_at: new Date(world.now.getTime() + 6 * day).toISOString(),
    };
    await thread
      .as(staffActor({ ...agent, roles: ['agent'] } as Parameters<typeof staffActor>[0])) // an agent of the house
      .run('all_accounts', (ctx) => propose(ctx, body));
    if (plan.ending === 'wait') return;
    const { rows: made } = await thread.allAccounts(({ db }) =>
      sql<{ id: string }>`SELECT id FROM price_changes WHERE account_id = ${account_id} AND status = 'open'
        AND price_id = ANY(${chosen.map(({ id }) => id)}::uuid[])`.execute(db),
    );
    const ids = made.map(({ id }) => id);
    await thread.as(account.owner).run({ account_id }, async (ctx) => {
      if (plan.ending === 'accept') await acceptChanges(ctx, ids);
      else await rejectChanges(ctx, { ids, reason: 'Too much at once. Could we meet at 1.5 per cent?' });
    });
  }
}
