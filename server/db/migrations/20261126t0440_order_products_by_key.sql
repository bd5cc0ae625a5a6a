-- In a database without statistics of its tables, as at the first import, the planner read all lines of the account for each
-- order whose products are noted. Each order's lines, and each line's variant, are looked up by their keys now; so one plan fits
-- all, and is made once per connection: making it took longer than what it did.
CREATE OR REPLACE FUNCTION note_products_of(account uuid, changed uuid[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode TO force_generic_plan AS $$
BEGIN
  PERFORM FROM orders WHERE account_id = account AND id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM order_products p
  WHERE p.account_id = account AND p.order_id = ANY (changed) AND p.product_id <> ALL (ARRAY(
    SELECT v.product_id FROM orders o
    CROSS JOIN LATERAL (SELECT l.variant_id FROM order_lines l
      WHERE l.account_id = account AND l.order_id = o.id AND l.current_quantity > 0 OFFSET 0) l
    CROSS JOIN LATERAL (SELECT product_id FROM store_variants WHERE account_id = account AND id = l.variant_id OFFSET 0) v
    WHERE o.account_id = account AND o.id = p.order_id AND o.stage <> 'cancelled'));
  INSERT INTO order_products AS p (account_id, order_id, product_id, placed_at, country, waiting)
  SELECT DISTINCT o.account_id, o.id, v.product_id, o.placed_at, o.country, o.stage IN ('imported', 'quoting')
  FROM orders o
  CROSS JOIN LATERAL (SELECT l.variant_id FROM order_lines l
    WHERE l.account_id = account AND l.order_id = o.id AND l.current_quantity > 0 OFFSET 0) l
  CROSS JOIN LATERAL (SELECT product_id FROM store_variants WHERE account_id = account AND id = l.variant_id OFFSET 0) v
  WHERE o.account_id = account AND o.id = ANY (changed) AND o.stage <> 'cancelled'
  ON CONFLICT (account_id, order_id, product_id) DO UPDATE
    SET placed_at = excluded.placed_at, country = excluded.country, waiting = excluded.waiting
    WHERE (p.placed_at, p.country, p.waiting) IS DISTINCT FROM (excluded.placed_at, excluded.country, excluded.waiting);
END
$$;
