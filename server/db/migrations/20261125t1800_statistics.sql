-- Sales statistics: sums of orders by store, day, country and shipping method. Whatever changes an order appends the difference
-- (statistics_changes) in its own transaction and waits for nobody; a job folds the differences into the sums. What is read is
-- sums and open differences together, so it is exact at any time. Days are those of the account's time zone.

-- Digits after the point of a currency, as lib/money-text.ts has them.
CREATE FUNCTION currency_digits(code char(3)) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN code IN ('AFN', 'ALL', 'BIF', 'CLP', 'COP', 'DJF', 'GNF', 'HUF', 'IDR', 'IQD', 'IRR', 'ISK', 'JPY', 'KMF', 'KPW', 'KRW', 'LAK',
      'LBP', 'MGA', 'MMK', 'PKR', 'PYG', 'RWF', 'SLL', 'SOS', 'SYP', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'YER') THEN 0
    WHEN code IN ('BHD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 3
    ELSE 2 END;

-- Minor units of one currency in those of another; exact until it is rounded once, half away from zero, as convertMinor does.
CREATE FUNCTION converted_minor(amount bigint, held char(3), wanted char(3), rate numeric) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round(amount * rate * (ARRAY[0.001, 0.01, 0.1, 1, 10, 100, 1000])[4 + currency_digits(wanted) - currency_digits(held)])::bigint;

-- What one order adds to the sums, and to which of them. An order counts while the list shows it; what it sells and costs counts
-- until it is cancelled or sent with another one. Sale and profit are the list's (profitOf in orders/records/answers.ts).
CREATE FUNCTION statistics_of_order(o orders) RETURNS TABLE (
  account_id uuid, store_id uuid, day date, country char(2), channel_id uuid,
  orders bigint, cancelled bigint, self_fulfilled bigint, units bigint,
  sales bigint, converted bigint, no_rate bigint,
  goods bigint, freight bigint, fees bigint, no_cost bigint,
  profit bigint, profit_sales bigint,
  credited bigint, kept bigint
) LANGUAGE sql STABLE AS $$
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
    CASE WHEN f.live THEN b.credited ELSE 0 END,
    CASE WHEN f.live THEN 0 ELSE b.total - b.credited END
  FROM accounts a
  CROSS JOIN LATERAL (
    SELECT (o).stage NOT IN ('cancelled', 'merged') AS live,
      (o).stage NOT IN ('cancelled', 'merged') AND (o).cost_total IS NOT NULL AND (o).cost_currency = a.currency AS priced,
      CASE WHEN (o).stage NOT IN ('cancelled', 'merged')
        THEN converted_minor((o).total, (o).currency, a.currency, (o).sale_rate) END AS sale) f
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(i.total), 0)::bigint AS total, coalesce(sum(i.credited), 0)::bigint AS credited
    FROM invoice_orders i WHERE (o).paid_at IS NOT NULL AND i.account_id = (o).account_id AND i.order_id = (o).id) b
  WHERE a.id = (o).account_id
$$;

-- The differences, in the transactions of their causes. A row of zeros says that something else of the day has to be read again.
CREATE TABLE statistics_changes (
  account_id uuid NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  store_id uuid NOT NULL,
  day date NOT NULL,
  country char(2),
  channel_id uuid,
  orders bigint NOT NULL DEFAULT 0,
  cancelled bigint NOT NULL DEFAULT 0,
  self_fulfilled bigint NOT NULL DEFAULT 0,
  units bigint NOT NULL DEFAULT 0,
  sales bigint NOT NULL DEFAULT 0,
  converted bigint NOT NULL DEFAULT 0, -- orders whose sale was converted
  no_rate bigint NOT NULL DEFAULT 0, -- orders whose sale is unknown
  goods bigint NOT NULL DEFAULT 0,
  freight bigint NOT NULL DEFAULT 0,
  fees bigint NOT NULL DEFAULT 0,
  no_cost bigint NOT NULL DEFAULT 0, -- orders whose cost is unknown
  profit bigint NOT NULL DEFAULT 0, -- of orders whose sale and cost are known
  profit_sales bigint NOT NULL DEFAULT 0, -- the sales of these
  credited bigint NOT NULL DEFAULT 0, -- given back by the provider
  kept bigint NOT NULL DEFAULT 0, -- what cancelled orders cost all the same
  PRIMARY KEY (account_id, id)
);
CALL protect_account_rows('statistics_changes');

-- The sums by store and day.
CREATE TABLE statistics_days (
  account_id uuid NOT NULL,
  store_id uuid NOT NULL,
  day date NOT NULL,
  orders bigint NOT NULL,
  cancelled bigint NOT NULL,
  self_fulfilled bigint NOT NULL,
  units bigint NOT NULL,
  sales bigint NOT NULL,
  converted bigint NOT NULL,
  no_rate bigint NOT NULL,
  goods bigint NOT NULL,
  freight bigint NOT NULL,
  fees bigint NOT NULL,
  no_cost bigint NOT NULL,
  profit bigint NOT NULL,
  profit_sales bigint NOT NULL,
  credited bigint NOT NULL,
  kept bigint NOT NULL,
  PRIMARY KEY (account_id, day, store_id)
);
CALL protect_account_rows('statistics_days');

-- The same by country and shipping method as well.
CREATE TABLE statistics_places (
  LIKE statistics_days,
  country char(2),
  channel_id uuid,
  UNIQUE NULLS NOT DISTINCT (account_id, day, store_id, country, channel_id)
);
CALL protect_account_rows('statistics_places');

-- When the sums were last compared with all orders, in which time zone and currency they are, and what was put right.
CREATE TABLE statistics_checks (
  account_id uuid NOT NULL PRIMARY KEY REFERENCES accounts (id),
  checked_at timestamptz NOT NULL,
  time_zone text NOT NULL,
  currency char(3) NOT NULL,
  orders bigint NOT NULL,
  corrected int NOT NULL, -- sums that were not what the orders say, the last time that any was not
  corrected_at timestamptz
);
CALL protect_account_rows('statistics_checks');

CREATE FUNCTION note_new_order_statistics() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statistics_changes (account_id, store_id, day, country, channel_id, orders, cancelled, self_fulfilled, units, sales, converted,
    no_rate, goods, freight, fees, no_cost, profit, profit_sales, credited, kept)
  SELECT f.account_id, f.store_id, f.day, f.country, f.channel_id, sum(f.orders), sum(f.cancelled), sum(f.self_fulfilled), sum(f.units),
    sum(f.sales), sum(f.converted), sum(f.no_rate), sum(f.goods), sum(f.freight), sum(f.fees), sum(f.no_cost), sum(f.profit),
    sum(f.profit_sales), sum(f.credited), sum(f.kept)
  FROM added n, statistics_of_order(ROW(n.*)::orders) f
  GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END
$$;
CREATE TRIGGER orders_statistics_insert AFTER INSERT ON orders
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_new_order_statistics();

CREATE FUNCTION note_changed_order_statistics() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
CREATE TRIGGER orders_statistics_update AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_changed_order_statistics();

-- What an invoice bills for an order and gives back of it: `n` is 1 for what came and -1 for what was.
CREATE FUNCTION note_billed_statistics() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO statistics_changes (account_id, store_id, day, country, channel_id, credited, kept)
    SELECT o.account_id, o.store_id, (o.placed_at AT TIME ZONE a.time_zone)::date, o.country, o.channel_id,
      sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN 0 ELSE b.credited END),
      sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN b.total - b.credited ELSE 0 END)
    FROM added b JOIN orders o ON o.account_id = b.account_id AND o.id = b.order_id JOIN accounts a ON a.id = o.account_id
    WHERE o.paid_at IS NOT NULL AND (b.credited <> 0 OR o.stage IN ('cancelled', 'merged'))
    GROUP BY 1, 2, 3, 4, 5;
    RETURN NULL;
  END IF;
  INSERT INTO statistics_changes (account_id, store_id, day, country, channel_id, credited, kept)
  SELECT o.account_id, o.store_id, (o.placed_at AT TIME ZONE a.time_zone)::date, o.country, o.channel_id,
    sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN 0 ELSE d.credited END),
    sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN d.total - d.credited ELSE 0 END)
  FROM (SELECT account_id, order_id, sum(total) AS total, sum(credited) AS credited
        FROM (SELECT account_id, order_id, total, credited FROM added
              UNION ALL SELECT account_id, order_id, -total, -credited FROM gone) b
        GROUP BY 1, 2 HAVING sum(total) <> 0 OR sum(credited) <> 0) d
  JOIN orders o ON o.account_id = d.account_id AND o.id = d.order_id JOIN accounts a ON a.id = o.account_id
  WHERE o.paid_at IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5
  HAVING (sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN 0 ELSE d.credited END),
    sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN d.total - d.credited ELSE 0 END)) <> (0, 0);
  RETURN NULL;
END
$$;
CREATE TRIGGER invoice_orders_statistics_insert AFTER INSERT ON invoice_orders
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_billed_statistics();
CREATE TRIGGER invoice_orders_statistics_update AFTER UPDATE ON invoice_orders
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_billed_statistics();

-- Another time zone or currency makes other sums: all of the account's are computed again.
CREATE FUNCTION recompute_statistics() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_task('statistics_check', json_build_object('account_id', NEW.id), 'statistics_check:' || NEW.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER accounts_statistics AFTER UPDATE OF time_zone, currency ON accounts FOR EACH ROW
  WHEN (OLD.time_zone <> NEW.time_zone OR OLD.currency <> NEW.currency) EXECUTE FUNCTION recompute_statistics();

-- The orders so far: the job folds them with what comes.
INSERT INTO statistics_changes (account_id, store_id, day, country, channel_id, orders, cancelled, self_fulfilled, units, sales, converted,
  no_rate, goods, freight, fees, no_cost, profit, profit_sales, credited, kept)
SELECT f.account_id, f.store_id, f.day, f.country, f.channel_id, sum(f.orders), sum(f.cancelled), sum(f.self_fulfilled), sum(f.units),
  sum(f.sales), sum(f.converted), sum(f.no_rate), sum(f.goods), sum(f.freight), sum(f.fees), sum(f.no_cost), sum(f.profit),
  sum(f.profit_sales), sum(f.credited), sum(f.kept)
FROM orders o, statistics_of_order(o) f
GROUP BY 1, 2, 3, 4, 5;
SELECT enqueue_task('statistics_fold', '{}', 'statistics_fold');
