-- Totals of long lists are read, not counted (bench orders): counters know the country, and the indexes that a filter is counted
-- from know state and store, so that no order's row is looked up for its number alone.

ALTER TABLE order_tab_counts ADD COLUMN country char(2); -- null: of orders without one
DROP INDEX order_tab_counts_sum_idx;
CREATE INDEX order_tab_counts_sum_idx ON order_tab_counts (account_id, store_id, tab, country) INCLUDE (n);

CREATE OR REPLACE FUNCTION count_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tab_counts (account_id, store_id, tab, country, n)
  SELECT o.account_id, o.store_id, t.tab, o.country, count(*)
  FROM added o, unnest(order_tabs(o.stage, o.blocked, o.held, o.watched, o.claimed)) AS t(tab)
  GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION count_changed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tab_counts (account_id, store_id, tab, country, n)
  SELECT account_id, store_id, tab, country, sum(n)
  FROM (
    SELECT o.account_id, o.store_id, t.tab, o.country, 1 AS n
    FROM added o, unnest(order_tabs(o.stage, o.blocked, o.held, o.watched, o.claimed)) AS t(tab)
    UNION ALL
    SELECT o.account_id, o.store_id, t.tab, o.country, -1
    FROM gone o, unnest(order_tabs(o.stage, o.blocked, o.held, o.watched, o.claimed)) AS t(tab)
  ) d
  GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0;
  RETURN NULL;
END
$$;

DELETE FROM order_tab_counts;
INSERT INTO order_tab_counts (account_id, store_id, tab, country, n)
SELECT o.account_id, o.store_id, t.tab, o.country, count(*)
FROM orders o, unnest(order_tabs(o.stage, o.blocked, o.held, o.watched, o.claimed)) AS t(tab)
GROUP BY 1, 2, 3, 4;

DROP INDEX orders_list_idx, orders_country_idx, orders_channel_idx, orders_cost_idx, orders_paid_idx, orders_shipped_idx;
CREATE INDEX orders_list_idx ON orders (account_id, placed_at DESC, id DESC) INCLUDE (stage, store_id);
CREATE INDEX orders_country_idx ON orders (account_id, country, placed_at DESC, id DESC) INCLUDE (stage, store_id);
CREATE INDEX orders_channel_idx ON orders (account_id, channel_id, placed_at DESC, id DESC) INCLUDE (stage, store_id) WHERE channel_id IS NOT NULL;
CREATE INDEX orders_cost_idx ON orders (account_id, cost_total DESC NULLS LAST, id DESC) INCLUDE (stage, store_id);
CREATE INDEX orders_paid_idx ON orders (account_id, paid_at DESC, id DESC) INCLUDE (stage, store_id) WHERE paid_at IS NOT NULL;
CREATE INDEX orders_shipped_idx ON orders (account_id, shipped_at DESC, id DESC) INCLUDE (stage, store_id) WHERE shipped_at IS NOT NULL;
-- What rows beside the orders narrow (tags, words, reasons) is counted from this one.
CREATE INDEX orders_known_idx ON orders (account_id, id) INCLUDE (stage, store_id, blocked);
DROP INDEX order_terms_term_idx;
CREATE INDEX order_terms_term_idx ON order_terms (account_id, term) INCLUDE (order_id);
