-- What the list of invoices shows of billed orders: units, and the days on which the first and the last of them were placed.
ALTER TABLE invoices
  ADD COLUMN units int,
  ADD COLUMN orders_from timestamptz,
  ADD COLUMN orders_to timestamptz;

UPDATE invoices i SET units = b.units, orders_from = b.orders_from, orders_to = b.orders_to
FROM (
  SELECT io.account_id, io.invoice_id, sum(l.units) AS units, min(o.placed_at) AS orders_from, max(o.placed_at) AS orders_to
  FROM invoice_orders io
  JOIN orders o ON o.account_id = io.account_id AND o.id = io.order_id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(l.quantity), 0) AS units FROM invoice_lines l
    WHERE l.account_id = io.account_id AND l.invoice_order_id = io.id AND l.code = 'goods' AND l.sku IS NOT NULL) l
  GROUP BY io.account_id, io.invoice_id) b
WHERE b.account_id = i.account_id AND b.invoice_id = i.id;

CREATE INDEX invoices_kind_idx ON invoices (account_id, kind, issued_at DESC, id DESC);
CREATE INDEX credit_notes_list_idx ON credit_notes (account_id, issued_at DESC, id DESC);
