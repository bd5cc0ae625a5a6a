-- Whose turn it is with an order that cannot go on (P48): the client’s, ours with a time, or both. What lacks a price is ours only
-- while an open request covers it.

ALTER TABLE order_blocks ADD COLUMN due_at timestamptz; -- of what is ours
ALTER TABLE orders
  ADD COLUMN needs_merchant boolean NOT NULL DEFAULT false, -- has rows in order_blocks of theirs
  ADD COLUMN needs_provider boolean NOT NULL DEFAULT false; -- has some of ours
CREATE INDEX orders_needs_merchant_idx ON orders (account_id, placed_at DESC, id DESC) WHERE needs_merchant;
CREATE INDEX orders_needs_provider_idx ON orders (account_id, placed_at DESC, id DESC) WHERE needs_provider;
CREATE INDEX order_blocks_due_idx ON order_blocks (account_id, due_at) WHERE owner = 'provider';

CREATE FUNCTION order_tabs(stage text, needs_merchant boolean, needs_provider boolean, held boolean, watched boolean, claimed boolean) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN stage = 'merged' THEN '{}'::text[] ELSE array_remove(ARRAY[
    'all',
    CASE WHEN needs_merchant AND stage IN ('imported', 'quoting', 'awaiting_payment', 'processing', 'ready_to_ship', 'partially_shipped') THEN 'action_needed' END,
    CASE WHEN needs_provider AND stage IN ('imported', 'quoting', 'awaiting_payment', 'processing', 'ready_to_ship', 'partially_shipped') THEN 'waiting_for_us' END,
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
    END], NULL) END;

CREATE OR REPLACE FUNCTION count_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tab_counts (account_id, store_id, tab, country, n)
  SELECT o.account_id, o.store_id, t.tab, o.country, count(*)
  FROM added o, unnest(order_tabs(o.stage, o.needs_merchant, o.needs_provider, o.held, o.watched, o.claimed)) AS t(tab)
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
    FROM added o, unnest(order_tabs(o.stage, o.needs_merchant, o.needs_provider, o.held, o.watched, o.claimed)) AS t(tab)
    UNION ALL
    SELECT o.account_id, o.store_id, t.tab, o.country, -1
    FROM gone o, unnest(order_tabs(o.stage, o.needs_merchant, o.needs_provider, o.held, o.watched, o.claimed)) AS t(tab)
  ) d
  GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0;
  RETURN NULL;
END
$$;
DROP FUNCTION order_tabs(text, boolean, boolean, boolean, boolean);

-- What is known of the blocks so far: the lines, and what their requests cover, follow when the orders are looked at again.
UPDATE order_blocks SET owner = 'merchant' WHERE code IN ('NO_PRICE', 'COUNTRY_NOT_SERVED');
UPDATE order_blocks SET due_at = since + interval '1 day' WHERE owner = 'provider';
ALTER TABLE order_blocks ADD CONSTRAINT order_blocks_due_check CHECK ((owner = 'provider') = (due_at IS NOT NULL));

UPDATE orders o SET needs_merchant = b.merchant, needs_provider = b.provider
FROM (SELECT account_id, order_id, bool_or(owner = 'merchant') AS merchant, bool_or(owner = 'provider') AS provider
      FROM order_blocks GROUP BY 1, 2) b
WHERE b.account_id = o.account_id AND b.order_id = o.id;

DELETE FROM order_tab_counts;
INSERT INTO order_tab_counts (account_id, store_id, tab, country, n)
SELECT o.account_id, o.store_id, t.tab, o.country, count(*)
FROM orders o, unnest(order_tabs(o.stage, o.needs_merchant, o.needs_provider, o.held, o.watched, o.claimed)) AS t(tab)
GROUP BY 1, 2, 3, 4;

SELECT enqueue_task('orders_review_store', json_build_object('account_id', account_id, 'store_id', id), 'turns:' || id)
FROM stores WHERE EXISTS (SELECT FROM orders o WHERE o.account_id = stores.account_id AND o.store_id = stores.id
  AND o.stage IN ('imported', 'quoting', 'awaiting_payment'));

-- More countries or variants were asked for in an open request.
ALTER TABLE quote_entries DROP CONSTRAINT quote_entries_kind_check;
ALTER TABLE quote_entries ADD CONSTRAINT quote_entries_kind_check CHECK (kind IN ('asked', 'extended', 'message', 'question', 'reply', 'assigned', 'quoted',
  'countered', 'accepted', 'declined', 'unavailable', 'alternative', 'alternative_taken', 'expired', 'cancelled', 'sample'));
