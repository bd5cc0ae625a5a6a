-- A unit that was paid is sent once, or given back once; sent again only for a unit that left, and once (decision record 0037).

-- What replacements of an order hold, in the order's own rows.
ALTER TABLE order_lines
  ADD COLUMN replaced_quantity int NOT NULL DEFAULT 0 CHECK (replaced_quantity >= 0), -- paid units that never left: a replacement sends them
  ADD COLUMN replaces_line_id uuid, -- of a replacement: the line whose units it sends
  ADD COLUMN replaces_parcel_id uuid, -- and the parcel that these left in; null where they never left
  ADD COLUMN replaces_worth bigint NOT NULL DEFAULT 0 CHECK (replaces_worth >= 0), -- what was paid for these units, minor units
  ADD CONSTRAINT order_lines_replaces_fkey FOREIGN KEY (account_id, replaces_line_id) REFERENCES order_lines (account_id, id),
  ADD CONSTRAINT order_lines_replaces_parcel_fkey FOREIGN KEY (account_id, replaces_parcel_id, replaces_line_id)
    REFERENCES parcel_lines (account_id, parcel_id, line_id),
  ADD CONSTRAINT order_lines_replaced_once CHECK (replaces_line_id IS NULL OR replaced_quantity = 0),
  ADD CONSTRAINT order_lines_replaced_paid CHECK (replaced_quantity = 0 OR shipped_quantity + replaced_quantity <= paid_quantity),
  DROP CONSTRAINT order_lines_shipped_check,
  ADD CONSTRAINT order_lines_shipped_check
    CHECK (shipped_quantity + cancelled_quantity + moved_quantity + replaced_quantity <= quantity);
CREATE INDEX order_lines_replaces_idx ON order_lines (account_id, replaces_line_id) WHERE replaces_line_id IS NOT NULL;

-- Units that left are sent again, or given back, once.
ALTER TABLE parcel_lines
  ADD COLUMN resent_quantity int NOT NULL DEFAULT 0 CHECK (resent_quantity >= 0),
  ADD COLUMN refunded_quantity int NOT NULL DEFAULT 0 CHECK (refunded_quantity >= 0),
  ADD CONSTRAINT parcel_lines_once CHECK (resent_quantity + refunded_quantity <= quantity);

-- What was paid for units that replacements send cannot be given back as well.
ALTER TABLE invoice_orders
  ADD COLUMN replaced_worth bigint NOT NULL DEFAULT 0 CHECK (replaced_worth >= 0),
  DROP CONSTRAINT invoice_orders_credited,
  ADD CONSTRAINT invoice_orders_credited CHECK (credited >= 0 AND credited + replaced_worth <= total);
