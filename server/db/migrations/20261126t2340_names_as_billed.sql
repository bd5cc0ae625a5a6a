-- A document made again has the bytes that were kept: what a bill calls its order, store, destination and shipping method
-- stays as it was when it was issued, whatever becomes of them later.
ALTER TABLE invoice_orders ADD COLUMN order_name text, ADD COLUMN store_name text, ADD COLUMN country char(2),
  ADD COLUMN channel_name text;

ALTER TABLE invoice_orders DISABLE TRIGGER USER; -- no amount changes
UPDATE invoice_orders io SET order_name = o.name, store_name = s.name, country = o.country,
  channel_name = (SELECT c.name FROM channels c WHERE c.id = io.channel_id)
FROM orders o JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
WHERE o.account_id = io.account_id AND o.id = io.order_id;
ALTER TABLE invoice_orders ENABLE TRIGGER USER;

ALTER TABLE invoice_orders ALTER COLUMN order_name SET NOT NULL, ALTER COLUMN store_name SET NOT NULL,
  ADD CONSTRAINT invoice_orders_channel_name CHECK ((channel_id IS NULL) = (channel_name IS NULL));
