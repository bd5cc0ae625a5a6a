-- A shop's deliveries of the last days, for the page that shows how its news arrive.
CREATE INDEX webhook_inbox_shop_idx ON webhook_inbox (platform, shop, received_at);
