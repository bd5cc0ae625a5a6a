-- Orders written by hand, and samples of quoted goods (domain.md §4.6, §4.8).

-- What is written but not placed yet lies apart from the orders, so that nothing counts, prices, pays or exports it.
ALTER TABLE orders DROP COLUMN draft;

CREATE SEQUENCE manual_order_seq START 1001;

CREATE TABLE order_drafts (
  account_id uuid NOT NULL,
  id uuid NOT NULL,      -- the id of the order that it becomes: it is placed once
  store_id uuid,         -- null: no shop
  name text NOT NULL DEFAULT '',
  recipient jsonb NOT NULL,
  lines jsonb NOT NULL,
  channel_id uuid REFERENCES channels (id),
  remark text NOT NULL DEFAULT '',
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, id),
  CONSTRAINT order_drafts_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores (account_id, id),
  CONSTRAINT order_drafts_name_check CHECK (length(name) <= 50),
  CONSTRAINT order_drafts_remark_check CHECK (length(remark) <= 500)
);
CREATE INDEX order_drafts_list_idx ON order_drafts (account_id, updated_at DESC, id DESC);
CREATE INDEX order_drafts_old_idx ON order_drafts (updated_at);
CALL protect_account_rows('order_drafts');

-- A sample is priced by the version of the quote that it is of.
ALTER TABLE orders
  ADD COLUMN quote_id uuid,
  ADD COLUMN quote_version int,
  ADD CONSTRAINT orders_quote_fkey FOREIGN KEY (account_id, quote_id, quote_version) REFERENCES quote_versions (account_id, quote_id, version),
  ADD CONSTRAINT orders_quote_check CHECK ((quote_id IS NULL) = (quote_version IS NULL));
CREATE INDEX orders_quote_idx ON orders (account_id, quote_id) WHERE quote_id IS NOT NULL;

-- Where an account has its samples sent.
CREATE TABLE sample_addresses (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  recipient jsonb NOT NULL,
  updated_at timestamptz NOT NULL
);
CALL protect_account_rows('sample_addresses');
