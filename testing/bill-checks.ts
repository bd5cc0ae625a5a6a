import type { Place } from './people.ts';
import { sqlRows } from './sql-rows.ts';
import { brokenLevels } from './stock-fixtures.ts';
import { cashOf, checkLedger } from './wallet-fixtures.ts';

/**
 * Orders of an account that are billed otherwise than they say — twice, by an ended invoice, or by none though paid — and a wallet that
 * does not hold what is left of `money` after its paid invoices, with a broken chain or broken levels of stock: none.
 */
export async function billContradictions(test: Pick<Place, 'ground'>, account_id: string, money: number) {
  const orders = await sqlRows(
    test,
    `SELECT * FROM (
       SELECT o.name, o.payment, o.stage,
         count(io.id) FILTER (WHERE n.status = 'open' AND io.part = 1)::int AS open,
         count(io.id) FILTER (WHERE n.paid_at IS NOT NULL AND io.part = 1)::int AS paid,
         count(io.id) FILTER (WHERE n.status IN ('expired', 'void') AND io.part IS NOT NULL)::int AS ended
       FROM orders o LEFT JOIN invoice_orders io ON io.account_id = o.account_id AND io.order_id = o.id
       LEFT JOIN invoices n ON n.account_id = io.account_id AND n.id = io.invoice_id
       WHERE o.account_id = '${account_id}' GROUP BY o.id, o.name, o.payment, o.stage) found
     WHERE ended > 0 OR open + paid > 1 OR open <> CASE WHEN payment = 'invoiced' THEN 1 ELSE 0 END
       OR paid <> CASE WHEN payment IN ('paid', 'partly_refunded', 'refunded') THEN 1 ELSE 0 END`,
  );
  const [row] = await sqlRows<{ left: number }>(
    test,
    `SELECT (${money} - coalesce(sum(total - credited), 0))::int AS left FROM invoices WHERE account_id = '${account_id}' AND paid_at IS NOT NULL`,
  );
  const [left, held] = [row?.left, await cashOf(test, account_id)];
  return [
    ...orders,
    ...(left === held ? [] : [{ left, held }]),
    ...((await checkLedger(test, account_id)).ok ? [] : [{ chain: 'broken' }]),
    ...(await brokenLevels(test)),
  ];
}
