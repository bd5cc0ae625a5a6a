-- What carriers ask of an address and of the goods' papers, corrected addresses, and channels chosen for one order (domain.md §4.8).

ALTER TABLE channels
  ADD COLUMN needs_phone boolean NOT NULL DEFAULT false,
  ADD COLUMN latin_only boolean NOT NULL DEFAULT false,
  ADD COLUMN takes_po_boxes boolean NOT NULL DEFAULT true,
  ADD COLUMN needs_customs boolean NOT NULL DEFAULT false;
-- Couriers call the buyer and bring nothing to a box.
UPDATE channels SET needs_phone = true, latin_only = true, takes_po_boxes = false WHERE code IN ('YT-FAST', 'DHL-ECOM', 'SF-ECON');

-- Still the only table with buyers' personal data: what the shop said before a correction, and what it said since.
ALTER TABLE order_recipients
  ADD COLUMN tax_id text,
  ADD COLUMN original jsonb,
  ADD COLUMN later jsonb,
  ADD COLUMN edited_at timestamptz,
  ADD COLUMN same_key text; -- equal for the same buyer, address and goods; goes when the buyer is erased
CREATE INDEX order_recipients_same_idx ON order_recipients (account_id, same_key) WHERE same_key IS NOT NULL;

ALTER TABLE orders
  ADD COLUMN chosen_channel_id uuid REFERENCES channels (id), -- null: by the store's settings, else the cheapest
  ADD COLUMN not_duplicate boolean NOT NULL DEFAULT false,    -- the merchant looked at both orders and wants both
  ADD COLUMN draft boolean NOT NULL DEFAULT false;            -- written by hand and not placed yet

-- Which column of a merchant's table holds what, remembered per store and head of the table.
CREATE TABLE import_layouts (
  account_id uuid NOT NULL,
  store_id uuid NOT NULL,
  head text NOT NULL, -- hash of the column titles
  mapping jsonb NOT NULL,
  dates text,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, store_id, head),
  CONSTRAINT import_layouts_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores (account_id, id)
);
CALL protect_account_rows('import_layouts');
