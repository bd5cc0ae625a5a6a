-- The list of orders can be narrowed to those that stores refunded to their buyers, and statistics count them (decisions/0050).
CREATE INDEX orders_refunded_idx ON orders (account_id, placed_at DESC, id DESC) INCLUDE (stage, store_id, country, financial_status) WHERE shop_refunded > 0;

ALTER TABLE statistics_changes ADD COLUMN refunded_orders bigint NOT NULL DEFAULT 0;
ALTER TABLE statistics_days ADD COLUMN refunded_orders bigint NOT NULL DEFAULT 0;
ALTER TABLE statistics_days ALTER COLUMN refunded_orders DROP DEFAULT;
ALTER TABLE statistics_places ADD COLUMN refunded_orders bigint NOT NULL DEFAULT 0;
ALTER TABLE statistics_places ALTER COLUMN refunded_orders DROP DEFAULT;

DROP FUNCTION statistics_of_order(orders); -- it answers one column more
CREATE FUNCTION statistics_of_order(o orders)
 RETURNS TABLE(account_id uuid, store_id uuid, day date, country character, channel_id uuid, orders bigint, cancelled bigint, self_fulfilled bigint, units bigint, sales bigint, converted bigint, no_rate bigint, goods bigint, freight bigint, fees bigint, no_cost bigint, profit bigint, profit_sales bigint, credited bigint, kept bigint, refunded bigint, refunded_orders bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT (o).account_id, (o).store_id, ((o).placed_at AT TIME ZONE a.time_zone)::date, (o).country, (o).channel_id,
    ((o).stage <> 'merged')::int::bigint,
    ((o).stage = 'cancelled')::int::bigint,
    ((o).stage = 'self_fulfilled')::int::bigint,
    CASE WHEN f.live THEN (o).units ELSE 0 END::bigint,
    coalesce(f.sale, 0),
    (f.sale IS NOT NULL AND (o).currency <> a.currency)::int::bigint,
    (f.live AND f.sale IS NULL)::int::bigint,
    CASE WHEN f.priced THEN (o).cost_goods ELSE 0 END,
    CASE WHEN f.priced THEN (o).cost_freight ELSE 0 END,
    CASE WHEN f.priced THEN (o).cost_fees ELSE 0 END,
    (f.live AND NOT f.priced AND (o).stage <> 'self_fulfilled')::int::bigint,
    CASE WHEN f.priced AND f.sale IS NOT NULL THEN f.sale - (o).cost_total ELSE 0 END,
    CASE WHEN f.priced AND f.sale IS NOT NULL THEN f.sale ELSE 0 END,
    CASE WHEN f.live THEN b.claim_credited ELSE 0 END,
    CASE WHEN f.live THEN 0 ELSE b.total - b.credited END,
    CASE WHEN (o).stage <> 'merged' THEN coalesce(converted_minor((o).shop_refunded, (o).currency, a.currency, (o).sale_rate), 0) ELSE 0 END,
    ((o).stage <> 'merged' AND coalesce((o).shop_refunded, 0) > 0)::int::bigint
  FROM accounts a
  CROSS JOIN LATERAL (
    SELECT (o).stage NOT IN ('cancelled', 'merged') AS live,
      (o).stage NOT IN ('cancelled', 'merged') AND (o).cost_total IS NOT NULL AND (o).cost_currency = a.currency AS priced,
      CASE WHEN (o).stage NOT IN ('cancelled', 'merged')
        THEN converted_minor((o).total - coalesce((o).shop_tax, 0) + (o).moved_tax, (o).currency, a.currency, (o).sale_rate) END AS sale) f
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(i.total), 0)::bigint AS total, coalesce(sum(i.credited), 0)::bigint AS credited,
      coalesce(sum(i.claim_credited), 0)::bigint AS claim_credited
    FROM invoice_orders i WHERE (o).paid_at IS NOT NULL AND i.account_id = (o).account_id AND i.order_id = (o).id AND i.part IS NOT NULL) b
  WHERE a.id = (o).account_id
$function$;

CREATE OR REPLACE FUNCTION note_changed_order_statistics()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
DECLARE
  accounts uuid[];
  paid uuid[];
  given_back boolean;
BEGIN
  IF NOT EXISTS (
    SELECT account_id, id, store_id, placed_at, country, channel_id, units, total, shop_tax, moved_tax, shop_refunded, currency, sale_rate, cost_goods, cost_freight, cost_fees,
      cost_total, cost_currency, CASE WHEN stage IN ('merged', 'cancelled', 'self_fulfilled') THEN stage END,
      CASE WHEN stage IN ('merged', 'cancelled') THEN paid_at IS NULL END FROM added
    EXCEPT
    SELECT account_id, id, store_id, placed_at, country, channel_id, units, total, shop_tax, moved_tax, shop_refunded, currency, sale_rate, cost_goods, cost_freight, cost_fees,
      cost_total, cost_currency, CASE WHEN stage IN ('merged', 'cancelled', 'self_fulfilled') THEN stage END,
      CASE WHEN stage IN ('merged', 'cancelled') THEN paid_at IS NULL END FROM gone)
  THEN
    SELECT array_agg(account_id), array_agg(id) INTO accounts, paid
    FROM (SELECT account_id, id, paid_at IS NULL FROM added EXCEPT SELECT account_id, id, paid_at IS NULL FROM gone) p;
    IF paid IS NULL THEN RETURN NULL; END IF;
    EXECUTE 'SELECT EXISTS (SELECT FROM unnest($1, $2) p(account_id, id)
      JOIN invoice_orders i ON i.account_id = p.account_id AND i.order_id = p.id WHERE i.credited <> 0)'
      INTO given_back USING accounts, paid;
    IF NOT given_back THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO statistics_changes (account_id, store_id, day, country, channel_id, orders, cancelled, self_fulfilled, units, sales, converted,
    no_rate, goods, freight, fees, no_cost, profit, profit_sales, credited, kept, refunded, refunded_orders)
  SELECT d.account_id, d.store_id, d.day, d.country, d.channel_id, sum(d.n * d.orders), sum(d.n * d.cancelled), sum(d.n * d.self_fulfilled),
    sum(d.n * d.units), sum(d.n * d.sales), sum(d.n * d.converted), sum(d.n * d.no_rate), sum(d.n * d.goods), sum(d.n * d.freight),
    sum(d.n * d.fees), sum(d.n * d.no_cost), sum(d.n * d.profit), sum(d.n * d.profit_sales), sum(d.n * d.credited), sum(d.n * d.kept), sum(d.n * d.refunded), sum(d.n * d.refunded_orders)
  FROM (
    SELECT 1 AS n, f.* FROM added c, statistics_of_order(ROW(c.*)::orders) f
    UNION ALL
    SELECT -1, f.* FROM gone c, statistics_of_order(ROW(c.*)::orders) f
  ) d
  GROUP BY 1, 2, 3, 4, 5
  HAVING (sum(d.n * d.orders), sum(d.n * d.cancelled), sum(d.n * d.self_fulfilled), sum(d.n * d.units), sum(d.n * d.sales),
    sum(d.n * d.converted), sum(d.n * d.no_rate), sum(d.n * d.goods), sum(d.n * d.freight), sum(d.n * d.fees), sum(d.n * d.no_cost),
    sum(d.n * d.profit), sum(d.n * d.profit_sales), sum(d.n * d.credited), sum(d.n * d.kept), sum(d.n * d.refunded), sum(d.n * d.refunded_orders))
    <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION note_new_order_statistics()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  INSERT INTO statistics_changes (account_id, store_id, day, country, channel_id, orders, cancelled, self_fulfilled, units, sales, converted,
    no_rate, goods, freight, fees, no_cost, profit, profit_sales, credited, kept, refunded, refunded_orders)
  SELECT f.account_id, f.store_id, f.day, f.country, f.channel_id, sum(f.orders), sum(f.cancelled), sum(f.self_fulfilled), sum(f.units),
    sum(f.sales), sum(f.converted), sum(f.no_rate), sum(f.goods), sum(f.freight), sum(f.fees), sum(f.no_cost), sum(f.profit),
    sum(f.profit_sales), sum(f.credited), sum(f.kept), sum(f.refunded), sum(f.refunded_orders)
  FROM added n, statistics_of_order(ROW(n.*)::orders) f
  GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END
$function$;

-- Those that are known already are added as a difference to the sums, as any other change is.
INSERT INTO statistics_changes (account_id, store_id, day, country, channel_id, refunded_orders)
SELECT f.account_id, f.store_id, f.day, f.country, f.channel_id, sum(f.refunded_orders)
FROM orders o, statistics_of_order(o) f
WHERE o.shop_refunded > 0 AND o.stage <> 'merged'
GROUP BY 1, 2, 3, 4, 5;
