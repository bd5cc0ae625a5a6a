-- Most changes of an order (its version, a parcel that left, a block) are none of what its sums are made of: what
-- statistics_of_order reads is compared first.
CREATE OR REPLACE FUNCTION note_changed_order_statistics() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT account_id, id, store_id, placed_at, country, channel_id, units, total, currency, sale_rate, cost_goods, cost_freight, cost_fees,
      cost_total, cost_currency, CASE WHEN stage IN ('merged', 'cancelled', 'self_fulfilled') THEN stage END, paid_at IS NULL FROM added
    EXCEPT
    SELECT account_id, id, store_id, placed_at, country, channel_id, units, total, currency, sale_rate, cost_goods, cost_freight, cost_fees,
      cost_total, cost_currency, CASE WHEN stage IN ('merged', 'cancelled', 'self_fulfilled') THEN stage END, paid_at IS NULL FROM gone)
  THEN RETURN NULL; END IF;
  INSERT INTO statistics_changes (account_id, store_id, day, country, channel_id, orders, cancelled, self_fulfilled, units, sales, converted,
    no_rate, goods, freight, fees, no_cost, profit, profit_sales, credited, kept)
  SELECT d.account_id, d.store_id, d.day, d.country, d.channel_id, sum(d.n * d.orders), sum(d.n * d.cancelled), sum(d.n * d.self_fulfilled),
    sum(d.n * d.units), sum(d.n * d.sales), sum(d.n * d.converted), sum(d.n * d.no_rate), sum(d.n * d.goods), sum(d.n * d.freight),
    sum(d.n * d.fees), sum(d.n * d.no_cost), sum(d.n * d.profit), sum(d.n * d.profit_sales), sum(d.n * d.credited), sum(d.n * d.kept)
  FROM (
    SELECT 1 AS n, f.* FROM added c, statistics_of_order(ROW(c.*)::orders) f
    UNION ALL
    SELECT -1, f.* FROM gone c, statistics_of_order(ROW(c.*)::orders) f
  ) d
  GROUP BY 1, 2, 3, 4, 5
  HAVING (sum(d.n * d.orders), sum(d.n * d.cancelled), sum(d.n * d.self_fulfilled), sum(d.n * d.units), sum(d.n * d.sales),
    sum(d.n * d.converted), sum(d.n * d.no_rate), sum(d.n * d.goods), sum(d.n * d.freight), sum(d.n * d.fees), sum(d.n * d.no_cost),
    sum(d.n * d.profit), sum(d.n * d.profit_sales), sum(d.n * d.credited), sum(d.n * d.kept))
    <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  RETURN NULL;
END
$$;

-- A plan that reads protected rows is made for one role, so connections that serve both roles planned these triggers anew at each
-- change of role, which cost more than running them. As the owner's they keep their plans. They write sums of the rows that changed
-- and nothing else, whoever changed them.
ALTER FUNCTION note_new_order_statistics() SECURITY DEFINER SET search_path = pg_catalog, public;
ALTER FUNCTION note_changed_order_statistics() SECURITY DEFINER SET search_path = pg_catalog, public;
ALTER FUNCTION note_billed_statistics() SECURITY DEFINER SET search_path = pg_catalog, public;
ALTER FUNCTION count_new_orders() SECURITY DEFINER SET search_path = pg_catalog, public;
ALTER FUNCTION count_changed_orders() SECURITY DEFINER SET search_path = pg_catalog, public;

-- Which rows changed in what matters, by one pass over both tables: joined with each other by a plan that is kept since a change of
-- few rows, a change of thousands compared each with each.
CREATE OR REPLACE FUNCTION note_products_of_changed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT c.account_id, array_agg(c.id) AS ids FROM (
      SELECT account_id, id, placed_at, country, stage = 'cancelled', stage IN ('imported', 'quoting') FROM added
      EXCEPT
      SELECT account_id, id, placed_at, country, stage = 'cancelled', stage IN ('imported', 'quoting') FROM gone) c
    GROUP BY 1
  LOOP
    PERFORM note_products_of(found.account_id, found.ids);
  END LOOP;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_products_of_changed_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT c.account_id, array_agg(DISTINCT c.order_id) AS ids FROM (
      SELECT account_id, id, order_id, variant_id, current_quantity > 0 FROM added
      EXCEPT
      SELECT account_id, id, order_id, variant_id, current_quantity > 0 FROM gone) c
    GROUP BY 1
  LOOP
    PERFORM note_products_of(found.account_id, found.ids);
  END LOOP;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_changed_line_statistics() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statistics_changes (account_id, store_id, day)
  SELECT DISTINCT o.account_id, o.store_id, (o.placed_at AT TIME ZONE a.time_zone)::date
  FROM (
    SELECT account_id, id, order_id, variant_id, current_quantity, unit_price, unit_cost FROM added
    EXCEPT
    SELECT account_id, id, order_id, variant_id, current_quantity, unit_price, unit_cost FROM gone) n
  JOIN orders o ON o.account_id = n.account_id AND o.id = n.order_id
  JOIN accounts a ON a.id = o.account_id
  WHERE o.stage NOT IN ('cancelled', 'merged');
  RETURN NULL;
END
$$;
ALTER FUNCTION note_changed_line_statistics() SECURITY DEFINER SET search_path = pg_catalog, public;
ALTER FUNCTION note_gone_line_statistics() SECURITY DEFINER SET search_path = pg_catalog, public;
