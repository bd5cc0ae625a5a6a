-- What the order list is narrowed and sorted by at any size: an index per filter and sort (decision 37), tags as rows, a note.

ALTER TABLE orders
  ADD COLUMN note text CHECK (length(note) <= 500), -- the merchant's own; emptied with the buyer's data, whom it may name
  -- The last day of the promise; in UTC, since a clock that is turned would make the sum depend on the session.
  ADD COLUMN due_at timestamp GENERATED ALWAYS AS ((paid_at AT TIME ZONE 'UTC') + days_max * interval '1 day') STORED;

CREATE INDEX orders_country_idx ON orders (account_id, country, placed_at DESC, id DESC);
CREATE INDEX orders_channel_idx ON orders (account_id, channel_id, placed_at DESC, id DESC) WHERE channel_id IS NOT NULL;
CREATE INDEX orders_since_idx ON orders (account_id, stage_since DESC, id DESC);
CREATE INDEX orders_sale_idx ON orders (account_id, total DESC, id DESC);
CREATE INDEX orders_cost_idx ON orders (account_id, cost_total DESC NULLS LAST, id DESC);
CREATE INDEX orders_paid_idx ON orders (account_id, paid_at DESC, id DESC) WHERE paid_at IS NOT NULL;
CREATE INDEX orders_shipped_idx ON orders (account_id, shipped_at DESC, id DESC) WHERE shipped_at IS NOT NULL;
CREATE INDEX orders_due_idx ON orders (account_id, due_at) WHERE stage IN ('processing', 'ready_to_ship', 'partially_shipped', 'shipped');
CREATE INDEX orders_risk_idx ON orders (account_id, risk, placed_at DESC, id DESC) WHERE risk IN ('cancel', 'high', 'investigate', 'medium');
CREATE INDEX orders_payment_idx ON orders (account_id, payment, placed_at DESC, id DESC)
  WHERE payment IN ('invoiced', 'paying', 'partly_refunded', 'refunded');

-- Tags of the shop and of the merchant side by side, so that one equality finds both.
CREATE TABLE order_tags (
  account_id uuid NOT NULL,
  order_id uuid NOT NULL,
  key text COLLATE "C" NOT NULL, -- lower case
  tag text NOT NULL CHECK (length(tag) BETWEEN 1 AND 255),
  own boolean NOT NULL, -- given here, and not by the shop
  PRIMARY KEY (account_id, order_id, key),
  CONSTRAINT order_tags_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id)
);
CREATE INDEX order_tags_key_idx ON order_tags (account_id, key, order_id);
CALL protect_account_rows('order_tags');

INSERT INTO order_tags (account_id, order_id, key, tag, own)
SELECT DISTINCT ON (o.account_id, o.id, lower(t.tag)) o.account_id, o.id, lower(t.tag), t.tag, false
FROM orders o, unnest(o.tags) AS t(tag) WHERE length(t.tag) BETWEEN 1 AND 255;

-- The shop's tags follow its orders; what the merchant gave stays.
CREATE FUNCTION follow_shop_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM order_tags WHERE account_id = NEW.account_id AND order_id = NEW.id AND NOT own
    AND key <> ALL (SELECT lower(t.tag) FROM unnest(NEW.tags) AS t(tag));
  INSERT INTO order_tags (account_id, order_id, key, tag, own)
  SELECT DISTINCT ON (lower(t.tag)) NEW.account_id, NEW.id, lower(t.tag), t.tag, false
  FROM unnest(NEW.tags) AS t(tag) WHERE length(t.tag) BETWEEN 1 AND 255
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER orders_tags_insert AFTER INSERT ON orders FOR EACH ROW WHEN (NEW.tags <> '{}') EXECUTE FUNCTION follow_shop_tags();
CREATE TRIGGER orders_tags_update AFTER UPDATE OF tags ON orders FOR EACH ROW WHEN (NEW.tags IS DISTINCT FROM OLD.tags) EXECUTE FUNCTION follow_shop_tags();
