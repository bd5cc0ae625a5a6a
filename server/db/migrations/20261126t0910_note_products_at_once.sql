-- The plan of this function is made once per connection. Made while its tables held a page or two, it read all lines of the
-- account, or a whole table, for each order, and went on to do so while a first import filled them. Lines and variants are read
-- once for all orders now, and joined by hashing: a plan made for a few rows stays right for many.
CREATE OR REPLACE FUNCTION note_products_of(account uuid, changed uuid[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode TO force_generic_plan SET enable_seqscan TO off SET enable_nestloop TO off AS $$
BEGIN
  PERFORM FROM orders WHERE account_id = account AND id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  WITH line AS MATERIALIZED (
    SELECT order_id, variant_id FROM order_lines
    WHERE account_id = account AND order_id = ANY (changed) AND current_quantity > 0 AND variant_id IS NOT NULL
  ), variant AS MATERIALIZED (
    SELECT id, product_id FROM store_variants WHERE account_id = account AND id = ANY (ARRAY(SELECT variant_id FROM line))
  ), present AS MATERIALIZED (
    SELECT DISTINCT o.id AS order_id, v.product_id, o.placed_at, o.country, o.stage IN ('imported', 'quoting') AS waiting
    FROM orders o
    JOIN line l ON l.order_id = o.id
    JOIN variant v ON v.id = l.variant_id
    WHERE o.account_id = account AND o.id = ANY (changed) AND o.stage <> 'cancelled'
  ), gone AS (
    DELETE FROM order_products p
    WHERE p.account_id = account AND p.order_id = ANY (changed)
      AND NOT EXISTS (SELECT FROM present n WHERE n.order_id = p.order_id AND n.product_id = p.product_id)
  )
  INSERT INTO order_products AS p (account_id, order_id, product_id, placed_at, country, waiting)
  SELECT account, n.order_id, n.product_id, n.placed_at, n.country, n.waiting FROM present n
  ON CONFLICT (account_id, order_id, product_id) DO UPDATE
    SET placed_at = excluded.placed_at, country = excluded.country, waiting = excluded.waiting
    WHERE (p.placed_at, p.country, p.waiting) IS DISTINCT FROM (excluded.placed_at, excluded.country, excluded.waiting);
END
$$;
