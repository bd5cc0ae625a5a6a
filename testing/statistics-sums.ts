import { measures } from '#server/features/statistics/statistics-sums.ts';
import type { Place } from './people.ts';
import { sqlRows } from './sql-rows.ts';

const list = (of: (name: string) => string) => measures.map(of).join(', ');

/** The sums of a table and the open differences, less what the account's orders say: the rows that are not nothing. */
async function differing(test: Pick<Place, 'ground'>, account_id: string, table: string, keys: string) {
  const kept = (from: string) =>
    `SELECT ${keys}, ${list((name) => `-${name}`)} FROM ${from} WHERE account_id = '${account_id}'`;
  return sqlRows(
    test,
    `SELECT '${table}' AS kept_in, * FROM (
       SELECT ${keys}, ${list((name) => `sum(${name})::bigint AS ${name}`)} FROM (
         SELECT ${keys.replaceAll(/\w+/g, 'f.$&')}, ${list((name) => `f.${name}`)}
         FROM orders o, statistics_of_order(o) f WHERE o.account_id = '${account_id}'
         UNION ALL ${kept(table)} UNION ALL ${kept('statistics_changes')}) both_sides
       GROUP BY ${keys}) found
     WHERE (${list((name) => name)}) <> (${list(() => '0')})`,
  );
}

/** Paid orders whose profit is not their sale less what their bills cost after all credit notes: none. */
export const wrongProfits = async (test: Pick<Place, 'ground'>, account_id: string) =>
  sqlRows(
    test,
    `SELECT o.name, o.stage, f.sales, f.profit, f.credited, f.kept, b.paid
     FROM orders o
     CROSS JOIN LATERAL statistics_of_order(o) f
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(i.total - i.credited), 0)::bigint AS paid FROM invoice_orders i
       WHERE i.account_id = o.account_id AND i.order_id = o.id AND i.part IS NOT NULL) b
     WHERE o.account_id = '${account_id}' AND o.paid_at IS NOT NULL AND f.no_rate = 0 AND f.no_cost = 0
       AND f.profit + f.credited - f.kept <> f.sales - b.paid`,
  );

/** The sums of an account's sales that are not what its orders say, by store and day and by place: none. */
export const wrongSums = async (test: Pick<Place, 'ground'>, account_id: string) => [
  ...(await differing(test, account_id, 'statistics_days', 'store_id, day')),
  ...(await differing(test, account_id, 'statistics_places', 'store_id, day, country, channel_id')),
];
