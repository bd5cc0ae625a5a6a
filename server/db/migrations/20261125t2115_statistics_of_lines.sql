-- Products of the sales statistics are read again from the lines of a day whose orders changed. Lines may change while their
-- order's sums stay as they are: another variant, or units of one line for those of another. Then a row of zeros says so.
CREATE FUNCTION note_changed_line_statistics() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statistics_changes (account_id, store_id, day)
  SELECT DISTINCT o.account_id, o.store_id, (o.placed_at AT TIME ZONE a.time_zone)::date
  FROM added n JOIN gone g ON g.account_id = n.account_id AND g.id = n.id
  JOIN orders o ON o.account_id = n.account_id AND o.id = n.order_id
  JOIN accounts a ON a.id = o.account_id
  WHERE (n.variant_id, n.current_quantity, n.unit_price, n.unit_cost)
    IS DISTINCT FROM (g.variant_id, g.current_quantity, g.unit_price, g.unit_cost)
    AND o.stage NOT IN ('cancelled', 'merged');
  RETURN NULL;
END
$$;
CREATE TRIGGER order_lines_statistics_update AFTER UPDATE ON order_lines
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_changed_line_statistics();

CREATE FUNCTION note_gone_line_statistics() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statistics_changes (account_id, store_id, day)
  SELECT DISTINCT o.account_id, o.store_id, (o.placed_at AT TIME ZONE a.time_zone)::date
  FROM gone g JOIN orders o ON o.account_id = g.account_id AND o.id = g.order_id
  JOIN accounts a ON a.id = o.account_id
  WHERE g.current_quantity > 0 AND o.stage NOT IN ('cancelled', 'merged');
  RETURN NULL;
END
$$;
CREATE TRIGGER order_lines_statistics_delete AFTER DELETE ON order_lines
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_gone_line_statistics();
