-- Which order a delivery is about, by the shop's id of it: for the order's story, also after the body is emptied.
ALTER TABLE webhook_inbox ADD COLUMN order_id text;
CREATE INDEX webhook_inbox_order_idx ON webhook_inbox (platform, shop, order_id) WHERE order_id IS NOT NULL;
