-- That an order is paid changes its sums only where something of it was given back or it is cancelled: of others nothing is computed.
-- What is billed is looked up by a plan of its own each time: one that a connection keeps since nothing was billed reads all bills for each order.
CREATE OR REPLACE FUNCTION note_changed_order_statistics() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  accounts uuid[];
  paid uuid[];
  given_back boolean;
BEGIN
  IF NOT EXISTS (
    SELECT account_id, id, store_id, placed_at, country, channel_id, units, total, currency, sale_rate, cost_goods, cost_freight, cost_fees,
      cost_total, cost_currency, CASE WHEN stage IN ('merged', 'cancelled', 'self_fulfilled') THEN stage END,
      CASE WHEN stage IN ('merged', 'cancelled') THEN paid_at IS NULL END FROM added
    EXCEPT
    SELECT account_id, id, store_id, placed_at, country, channel_id, units, total, currency, sale_rate, cost_goods, cost_freight, cost_fees,
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
