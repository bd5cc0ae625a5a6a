-- Shipping channels, quotes and the price list they write (domain.md §3.3, 3.4).

CREATE TABLE channels (
  id uuid PRIMARY KEY,
  code text NOT NULL CONSTRAINT channels_code_key UNIQUE,
  name text NOT NULL,
  carrier text NOT NULL, -- the carrier's name as shops know it
  tracking_url text,     -- with {number}
  divisor int CHECK (divisor > 0), -- cm³ per kg of volume weight; null: actual weight only
  step_g int NOT NULL DEFAULT 1 CHECK (step_g > 0),
  active boolean NOT NULL DEFAULT true
);

CREATE SEQUENCE quote_number_seq START 1001;
CREATE TABLE quotes (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('quote_number_seq'),
  status text NOT NULL CHECK (status IN ('submitted', 'in_progress', 'need_info', 'quoted', 'countered', 'accepted', 'declined', 'unavailable', 'expired', 'cancelled')),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 255),
  store_id uuid,
  product_id uuid,
  url text,
  note text NOT NULL DEFAULT '',
  destinations text[] NOT NULL DEFAULT '{}',
  orders_per_day int CHECK (orders_per_day >= 0),
  target_price bigint CHECK (target_price > 0),
  currency char(3) NOT NULL,
  assignee_user_id uuid REFERENCES users (id),
  current_version int NOT NULL DEFAULT 0,
  accepted_version int,
  decline_reason text,
  sla_due_at timestamptz NOT NULL,
  submitted_at timestamptz NOT NULL,
  quoted_at timestamptz,
  closed_at timestamptz,
  created_by uuid REFERENCES users (id),
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, id),
  CONSTRAINT quotes_number_key UNIQUE (account_id, number),
  CONSTRAINT quotes_product_fkey FOREIGN KEY (account_id, product_id) REFERENCES store_products (account_id, id),
  CONSTRAINT quotes_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores (account_id, id)
);
CREATE INDEX quotes_list_idx ON quotes (account_id, submitted_at DESC, id DESC);
CREATE INDEX quotes_desk_idx ON quotes (status, sla_due_at, id);
-- One open request per product: a second one would split the talk about it.
CREATE UNIQUE INDEX quotes_open_product_key ON quotes (account_id, product_id)
  WHERE product_id IS NOT NULL AND status IN ('submitted', 'in_progress', 'need_info', 'quoted', 'countered');
CALL protect_account_rows('quotes');

-- What was asked for: the store variants to be priced.
CREATE TABLE quote_items (
  account_id uuid NOT NULL,
  quote_id uuid NOT NULL,
  line int NOT NULL CHECK (line > 0),
  variant_id uuid,
  title text NOT NULL,
  PRIMARY KEY (account_id, quote_id, line),
  CONSTRAINT quote_items_quote_fkey FOREIGN KEY (account_id, quote_id) REFERENCES quotes (account_id, id),
  CONSTRAINT quote_items_variant_fkey FOREIGN KEY (account_id, variant_id) REFERENCES store_variants (account_id, id)
);
CREATE INDEX quote_items_variant_idx ON quote_items (account_id, variant_id);
CALL protect_account_rows('quote_items');

CREATE TABLE quote_versions (
  account_id uuid NOT NULL,
  quote_id uuid NOT NULL,
  version int NOT NULL CHECK (version > 0),
  note text NOT NULL DEFAULT '',
  valid_until timestamptz NOT NULL,
  price_lock_days int NOT NULL DEFAULT 30 CHECK (price_lock_days BETWEEN 0 AND 365),
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, quote_id, version),
  CONSTRAINT quote_versions_quote_fkey FOREIGN KEY (account_id, quote_id) REFERENCES quotes (account_id, id)
);
CALL protect_account_rows('quote_versions');

CREATE TABLE quote_lines (
  account_id uuid NOT NULL,
  quote_id uuid NOT NULL,
  version int NOT NULL,
  line int NOT NULL,
  variant_id uuid,
  catalog_sku_id uuid NOT NULL REFERENCES catalog_skus (id),
  unit_price bigint NOT NULL CHECK (unit_price > 0),
  weight_g int NOT NULL CHECK (weight_g > 0),
  lead_days int NOT NULL DEFAULT 3 CHECK (lead_days >= 0),
  moq int NOT NULL DEFAULT 1 CHECK (moq > 0),
  PRIMARY KEY (account_id, quote_id, version, line),
  CONSTRAINT quote_lines_version_fkey FOREIGN KEY (account_id, quote_id, version) REFERENCES quote_versions (account_id, quote_id, version)
);
CALL protect_account_rows('quote_lines');

-- Freight per destination and channel. `formula` is one of the kinds of contract/shipping.ts.
CREATE TABLE quote_freight (
  account_id uuid NOT NULL,
  quote_id uuid NOT NULL,
  version int NOT NULL,
  destination char(2) NOT NULL,
  channel_id uuid NOT NULL REFERENCES channels (id),
  formula jsonb NOT NULL,
  days_min int NOT NULL CHECK (days_min >= 0),
  days_max int NOT NULL,
  tax_mode text NOT NULL DEFAULT 'DDU' CHECK (tax_mode IN ('DDP', 'IOSS', 'DDU')),
  CHECK (days_max >= days_min),
  PRIMARY KEY (account_id, quote_id, version, destination, channel_id),
  CONSTRAINT quote_freight_version_fkey FOREIGN KEY (account_id, quote_id, version) REFERENCES quote_versions (account_id, quote_id, version)
);
CALL protect_account_rows('quote_freight');

-- The merchant's prices. A row is never edited: a new price ends the old row.
CREATE TABLE prices (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  catalog_sku_id uuid NOT NULL REFERENCES catalog_skus (id),
  destination char(2) NOT NULL,
  channel_id uuid NOT NULL REFERENCES channels (id),
  unit_price bigint NOT NULL CHECK (unit_price > 0),
  currency char(3) NOT NULL,
  formula jsonb NOT NULL,
  days_min int NOT NULL,
  days_max int NOT NULL,
  tax_mode text NOT NULL,
  valid_from timestamptz NOT NULL,
  valid_to timestamptz,
  locked_until timestamptz,
  quote_id uuid,
  quote_version int,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT prices_quote_fkey FOREIGN KEY (account_id, quote_id, quote_version) REFERENCES quote_versions (account_id, quote_id, version)
);
CREATE UNIQUE INDEX prices_current_key ON prices (account_id, catalog_sku_id, destination, channel_id) WHERE valid_to IS NULL;
CALL protect_account_rows('prices');
