-- What merchants buy into the warehouse before they sell it is a stock order, in tables, kinds and events.
ALTER TABLE stocking_orders RENAME TO stock_orders;
ALTER TABLE stocking_lines RENAME TO stock_order_lines;
ALTER TABLE stocking_events RENAME TO stock_order_events;
ALTER TABLE stocking_receipts RENAME TO stock_order_receipts;
ALTER TABLE stocking_counts RENAME TO stock_order_counts;
ALTER TABLE stocking_pictures RENAME TO stock_order_pictures;
ALTER SEQUENCE stocking_number_seq RENAME TO stock_order_number_seq;
ALTER TABLE stock_order_lines RENAME COLUMN stocking_order_id TO stock_order_id;
ALTER TABLE stock_order_events RENAME COLUMN stocking_order_id TO stock_order_id;
ALTER TABLE stock_order_receipts RENAME COLUMN stocking_order_id TO stock_order_id;
ALTER TABLE invoices RENAME COLUMN stocking_order_id TO stock_order_id;

-- Constraints and indexes are named after their tables.
DO $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT conrelid::regclass AS owner, conname AS name FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND conname LIKE '%stocking%'
  LOOP
    EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', found.owner, found.name,
      replace(replace(found.name, 'stocking_order', 'stock_order'), 'stocking', 'stock_order'));
  END LOOP;
  FOR found IN
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'i' AND relname LIKE '%stocking%'
  LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', found.name,
      replace(replace(found.name, 'stocking_order', 'stock_order'), 'stocking', 'stock_order'));
  END LOOP;
END
$$;

ALTER TABLE invoices DROP CONSTRAINT invoices_kind_check, DROP CONSTRAINT invoices_stock_order;
UPDATE invoices SET kind = 'stock_order' WHERE kind = 'stocking';
ALTER TABLE invoices
  ADD CONSTRAINT invoices_kind_check CHECK (kind IN ('orders', 'stock_order', 'brand', 'service')),
  ADD CONSTRAINT invoices_stock_order CHECK ((kind = 'stock_order') = (stock_order_id IS NOT NULL) AND (kind = 'stock_order') = (part IS NOT NULL));
UPDATE notifications SET event = replace(event, 'stocking_', 'stock_order_') WHERE event LIKE '%stocking%';
-- Rows of the journals keep the words with which they were written: stock_movements.ref_kind, audit_log, access_log.
