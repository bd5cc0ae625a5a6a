-- Orders whose parcel is watched, and orders with a claim: two tabs more (domain.md §4.8). Flags on the row, like blocked and held,
-- so that a tab is one index and its counter follows by the same triggers.
ALTER TABLE orders
  ADD COLUMN watched boolean NOT NULL DEFAULT false,
  ADD COLUMN claimed boolean NOT NULL DEFAULT false;
CREATE INDEX orders_watched_idx ON orders (account_id, placed_at DESC, id DESC) WHERE watched;
CREATE INDEX orders_claimed_idx ON orders (account_id, placed_at DESC, id DESC) WHERE claimed;

CREATE FUNCTION order_tabs(stage text, blocked boolean, held boolean, watched boolean, claimed boolean) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_remove(ARRAY[
    'all',
    CASE WHEN blocked AND stage IN ('imported', 'quoting', 'awaiting_payment', 'processing', 'ready_to_ship', 'partially_shipped') THEN 'action_needed' END,
    CASE WHEN held THEN 'on_hold' END,
    CASE WHEN watched THEN 'watch' END,
    CASE WHEN claimed THEN 'claims' END,
    CASE
      WHEN stage = 'quoting' THEN 'quoting'
      WHEN stage IN ('awaiting_payment', 'paying') THEN 'to_pay'
      WHEN stage IN ('processing', 'ready_to_ship') THEN 'processing'
      WHEN stage IN ('partially_shipped', 'shipped') THEN 'shipped'
      WHEN stage IN ('delivered', 'closed') THEN 'delivered'
      WHEN stage = 'cancelled' THEN 'cancelled'
    END], NULL);

CREATE OR REPLACE FUNCTION count_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tab_counts (account_id, store_id, tab, n)
  SELECT o.account_id, o.store_id, t.tab, count(*)
  FROM added o, unnest(order_tabs(o.stage, o.blocked, o.held, o.watched, o.claimed)) AS t(tab)
  GROUP BY 1, 2, 3;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION count_changed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tab_counts (account_id, store_id, tab, n)
  SELECT account_id, store_id, tab, sum(n)
  FROM (
    SELECT o.account_id, o.store_id, t.tab, 1 AS n
    FROM added o, unnest(order_tabs(o.stage, o.blocked, o.held, o.watched, o.claimed)) AS t(tab)
    UNION ALL
    SELECT o.account_id, o.store_id, t.tab, -1
    FROM gone o, unnest(order_tabs(o.stage, o.blocked, o.held, o.watched, o.claimed)) AS t(tab)
  ) d
  GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
  RETURN NULL;
END
$$;
DROP FUNCTION order_tabs(text, boolean, boolean);
