import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenStore, givenVariant, inAccount, systemEntry } from '#testing/order-fixtures.ts';
import { merchant } from '#testing/people.ts';
import { untilOneWaits } from '#testing/search-tables.ts';
import type { Entry } from '#server/db/context.ts';
import { figuresChanged } from './figures.service.ts';

let test: TestApp;
let account_id: string;
let first: string;
let second: string;

beforeAll(async () => {
  test = await startTestApp();
  ({ account_id } = await merchant(test));
  const store = { account_id, id: await givenStore(test, account_id) };
  const goods = [await givenVariant(test, store), await givenVariant(test, store)];
  [first = '', second = ''] = goods.map((variant) => variant.product_id).sort();
});
afterAll(() => test.close());

/** Counts how often the transactions of an entry are started: more often than asked for after a deadlock. */
function counted(entry: Entry) {
  const starts = { asked: 0, done: 0 };
  const run: Entry['run'] = (scope, action) => {
    starts.asked += 1;
    return entry.run(scope, (ctx) => {
      starts.done += 1;
      return action(ctx);
    });
  };
  return { starts, entry: { ...entry, now: entry.now, run } };
}

describe('figures of products', () => {
  it.each([undefined, 'all', 'orders'] as const)(
    'are computed while an import holds some of the products, without a deadlock (look %s)',
    async (look) => {
      await inAccount(test, account_id, async (ctx) => {
        await figuresChanged(ctx, [first, second]);
        // neither is stale when the job marks them itself, and neither goes where its orders went
        await sql`UPDATE product_figures SET stale = ${look === undefined}, country = 'FR' WHERE account_id = ${account_id}`.execute(
          ctx.db,
        );
      });
      const job = counted(systemEntry(test));
      const holder = counted(systemEntry(test));
      await holder.entry.run({ account_id }, async (ctx) => {
        await figuresChanged(ctx, [second]);
        const work = test.app.tasks.products_figures?.(job.entry, { account_id, ...(look && { look }) });
        const looked = new AbortController();
        const waits = untilOneWaits(test, looked.signal);
        const state = await Promise.race([Promise.resolve(work).then(() => 'done'), waits.then(() => 'waits')]);
        looked.abort();
        await waits;
        await figuresChanged(ctx, [first]);
        expect(state).toBe('done');
        return undefined;
      });
      expect(job.starts.done).toBe(job.starts.asked);
      expect(holder.starts.done).toBe(1);
    },
  );

  it('are computed later where who held the product gave up', async () => {
    await inAccount(test, account_id, (ctx) => figuresChanged(ctx, [first, second]));
    await inAccount(test, account_id, async (ctx) => {
      await figuresChanged(ctx, [second]);
      await test.app.tasks.products_figures?.(systemEntry(test), { account_id });
      throw new Error('gives up');
    }).catch(() => undefined);
    const stale = () =>
      sqlRows(test, `SELECT product_id FROM product_figures WHERE account_id = '${account_id}' AND stale`);
    expect(await stale()).toEqual([{ product_id: second }]);
    const queue = new pg.Client({ connectionString: test.url });
    await queue.connect();
    const again = await queue.query('SELECT FROM graphile_worker.jobs WHERE key = $1', [
      `products_figures:held:${account_id}`,
    ]);
    await queue.end();
    expect(again.rowCount).toBe(1);
    await test.app.tasks.products_figures?.(systemEntry(test), { account_id });
    expect(await stale()).toEqual([]);
  });
});
