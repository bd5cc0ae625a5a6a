import { entryFor, type Ground, type MerchantActor } from '#server/db/context.ts';
import { bareValues } from '#testing/app-values.ts';
import { v7 as uuid } from 'uuid';
import { saveMapping } from '#server/features/mappings/mappings.service.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { roleRights } from '#contract/rights.ts';
import { givenStore, givenVariant, inAccount } from '#testing/order-fixtures.ts';
import { merchant } from '#testing/people.ts';
import { applyProducts, shopProduct, shopVariant } from '#testing/product-fixtures.ts';
import { oneByOne, percentile } from './measure.ts';
import { withDatabase } from './portal.ts';
import { ratio, type Table } from './table.ts';

const rounds = 10;

/** Mapping all variants of one product in one call, beside one bare INSERT of as many rows. */
export async function mapping({ full }: { full: boolean }): Promise<Table[]> {
  const sizes = full ? [100, 1_000, 2_000] : [100, 1_000];
  return withDatabase(async (database) => {
    const url = await database.createPortal('tradewind');
    const pool = createPool({ url, max: 4, log: createLog('silent') });
    const ground = { db: createDatabase(pool), clock: systemClock, log: createLog('silent'), app: bareValues() };
    try {
      const owner = await merchant({ ground, clock: systemClock });
      const actor: MerchantActor = {
        kind: 'merchant',
        user_id: owner.user_id,
        name: 'bench',
        session_id: uuid(),
        account_id: owner.account_id,
        role: 'owner',
        rights: roleRights.owner,
        stores: null,
        email_verified: true,
        acting: null,
      };
      const rows: string[][] = [];
      for (const size of sizes) rows.push(await measure(ground, actor, size));
      return [
        {
          title: 'mapping every variant of one product, each to an item of its own, in one call',
          columns: ['variants', 'p50 ms', 'p95 ms', 'ms per variant', 'bare INSERT p50', 'of it'],
          rows,
          notes: [
            'Bare: the same number of versions inserted by one statement, without checks, components, states or orders.',
          ],
        },
      ];
    } finally {
      await pool.end();
    }
  });
}

async function measure(ground: Ground, actor: MerchantActor, size: number): Promise<string[]> {
  const test = { ground };
  const { account_id } = actor;
  const store = await givenStore(test, account_id);
  const skus: string[] = [];
  for (let n = 0; n < 10; n += 1) skus.push((await givenVariant(test, { account_id, id: store })).sku_id);
  const variants = Array.from({ length: size }, (_, n) => shopVariant(`v${size}-${n}`, { position: n + 1 }));
  await applyProducts(test, account_id, store, [shopProduct(`p${size}`, variants)]);
  const known = await inAccount(test, account_id, (ctx) =>
    ctx.db
      .selectFrom('store_variants')
      .innerJoin('store_products', 'store_products.id', 'store_variants.product_id')
      .select(['store_variants.id', 'product_id'])
      .where('store_products.external_id', '=', `p${size}`)
      .execute(),
  );
  const productId = known[0]?.product_id ?? '';
  const save = (round: number, version: number) =>
    entryFor(ground, actor, 'bench').run({ account_id }, (ctx) =>
      saveMapping(ctx, productId, {
        mode: 'commit',
        apply: 'open_orders',
        variants: known.map(({ id }, n) => ({
          variant_id: id,
          version,
          decision: {
            kind: 'mapped',
            components: [{ catalog_sku_id: skus[(n + round) % skus.length] ?? '', quantity: 1 }],
            rules: [],
            until_sold_out: false,
            source: 'manual',
          },
        })),
      }),
    );
  let version = 0;
  const saved = await oneByOne({ rounds, warmup: 1, action: () => save(version, version++) });
  let next = 1_000;
  const bare = await oneByOne({
    rounds,
    warmup: 1,
    action: () =>
      inAccount(test, account_id, (ctx) =>
        ctx.db
          .insertInto('mappings')
          .values(
            known.map(({ id }) => ({
              account_id,
              variant_id: id,
              version: next,
              source: 'manual',
              created_at: ctx.now,
            })),
          )
          .execute()
          .finally(() => {
            next += 1;
          }),
      ),
  });
  const [p50, bare50] = [percentile(saved, 0.5), percentile(bare, 0.5)];
  return [
    size.toLocaleString('en-US'),
    p50.toFixed(0),
    percentile(saved, 0.95).toFixed(0),
    (p50 / size).toFixed(3),
    bare50.toFixed(1),
    ratio(p50, bare50),
  ];
}
