import { sql } from 'kysely';
import type { OrderMark, ShopAddress, TimeRange } from '#server/connectors/connector.ts';
import type { Ctx } from '#server/db/context.ts';
import type { OurFacts } from './order-digest.ts';

type StoreRef = { account_id: string; id: string };
export type OurMark = OrderMark & { name: string; gone: boolean };

/** Orders of a store that came from its shop and were placed within the range. */
export async function findMarks(ctx: Ctx, store: StoreRef, { from, to }: TimeRange): Promise<OurMark[]> {
  const { rows } = await sql<OurMark>`
    SELECT external_id, name, placed_at, external_updated_at AS updated_at, deleted_in_shop_at IS NOT NULL AS gone
    FROM orders
    WHERE account_id = ${store.account_id} AND store_id = ${store.id} AND placed_at >= ${from} AND placed_at < ${to}
      AND source = 'api' AND split_from IS NULL`.execute(ctx.db);
  return rows;
}

type FactsRow = Omit<OurFacts, 'address'> & ShopAddress;

/** What is kept of these orders, as far as it is compared. */
export async function findFacts(ctx: Ctx, store: StoreRef, externalIds: readonly string[]): Promise<OurFacts[]> {
  const { rows } = await sql<FactsRow & { order_name: string; recipient_name: string | null }>`
    SELECT o.external_id, o.name AS order_name, o.placed_at, o.external_updated_at AS updated_at, o.cancelled_at, o.financial_status,
      o.fulfillment_status, o.test, o.deleted_in_shop_at IS NOT NULL AS gone, r.redacted_at IS NOT NULL AS redacted,
      r.name AS recipient_name, r.company, r.address1, r.address2, r.city, r.province, r.province_code, r.zip, r.country, r.phone,
      (SELECT coalesce(json_agg(json_build_object('external_id', l.external_id, 'current_quantity', l.current_quantity
          + CASE WHEN l.moved_quantity = 0 THEN 0 ELSE (SELECT coalesce(sum(h.current_quantity), 0) FROM order_lines h
              WHERE h.account_id = l.account_id AND h.origin_line_id = l.id) END)), '[]')
       FROM order_lines l WHERE l.account_id = o.account_id AND l.order_id = o.id AND l.origin_line_id IS NULL) AS lines
    FROM orders o LEFT JOIN order_recipients r ON r.account_id = o.account_id AND r.order_id = o.id
    WHERE o.account_id = ${store.account_id} AND o.store_id = ${store.id} AND o.external_id = ANY(${[...externalIds]}::text[])
      AND o.source = 'api' AND o.split_from IS NULL`.execute(ctx.db);
  return rows.map(({ order_name, recipient_name, ...row }) => {
    const { company, address1, address2, city, province, province_code, zip, country, phone, ...facts } = row;
    const address = {
      name: recipient_name,
      company,
      address1,
      address2,
      city,
      province,
      province_code,
      zip,
      country,
      phone,
    };
    return { ...facts, name: order_name, address };
  });
}
