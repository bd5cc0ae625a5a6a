-- Orders as we see them, their parcels, and the counters of their tabs (decisions 8, 12, 26).

CREATE TABLE orders (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  store_id uuid NOT NULL,
  external_id text NOT NULL,
  name text NOT NULL,
  source text NOT NULL CHECK (source IN ('api', 'file', 'manual')),
  placed_at timestamptz NOT NULL,
  external_updated_at timestamptz NOT NULL,
  cancelled_at timestamptz,
  financial_status text NOT NULL CHECK (financial_status IN ('pending', 'authorized', 'partially_paid', 'paid', 'partially_refunded', 'refunded', 'voided', 'expired')),
  fulfillment_status text NOT NULL CHECK (fulfillment_status IN ('unfulfilled', 'partial', 'fulfilled', 'on_hold', 'restocked')),
  test boolean NOT NULL DEFAULT false,
  risk text,
  tags text[] NOT NULL DEFAULT '{}',
  currency char(3) NOT NULL,
  total bigint NOT NULL,
  presentment_currency char(3),
  presentment_total bigint,
  country char(2),
  units int NOT NULL DEFAULT 0,
  stage text NOT NULL CHECK (stage IN ('imported', 'quoting', 'awaiting_payment', 'paying', 'processing', 'ready_to_ship', 'partially_shipped', 'shipped', 'delivered', 'closed', 'cancelled')),
  stage_since timestamptz NOT NULL,
  payment text NOT NULL DEFAULT 'none' CHECK (payment IN ('none', 'invoiced', 'paying', 'paid', 'partly_refunded', 'refunded')),
  blocked boolean NOT NULL DEFAULT false, -- has rows in order_blocks
  held boolean NOT NULL DEFAULT false,
  hold_reason text,
  channel_id uuid REFERENCES channels (id),
  cost_goods bigint,
  cost_freight bigint,
  cost_fees bigint,
  cost_total bigint,
  cost_currency char(3),
  weight_g int,
  days_min int,
  days_max int,
  priced_at timestamptz,
  paid_at timestamptz,
  shipped_at timestamptz,
  created_at timestamptz NOT NULL,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, id),
  CONSTRAINT orders_external_key UNIQUE (account_id, store_id, external_id),
  CONSTRAINT orders_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores (account_id, id),
  CONSTRAINT orders_cost_sum CHECK (cost_total IS NULL OR cost_total = cost_goods + cost_freight + cost_fees)
);
CREATE INDEX orders_list_idx ON orders (account_id, placed_at DESC, id DESC);
CREATE INDEX orders_store_idx ON orders (account_id, store_id, placed_at DESC, id DESC);
CREATE INDEX orders_stage_idx ON orders (account_id, stage, placed_at DESC, id DESC);
CREATE INDEX orders_blocked_idx ON orders (account_id, placed_at DESC, id DESC) WHERE blocked;
CREATE INDEX orders_held_idx ON orders (account_id, placed_at DESC, id DESC) WHERE held;
CREATE INDEX orders_desk_idx ON orders (stage, paid_at, id) WHERE stage IN ('processing', 'ready_to_ship', 'partially_shipped');
CALL protect_account_rows('orders');

-- The only table with buyers' personal data (decision 12).
CREATE TABLE order_recipients (
  account_id uuid NOT NULL,
  order_id uuid NOT NULL,
  name text, company text, address1 text, address2 text, city text, province text, province_code text,
  zip text, country char(2), phone text, email text, note text,
  redacted_at timestamptz,
  PRIMARY KEY (account_id, order_id),
  CONSTRAINT order_recipients_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id)
);
CALL protect_account_rows('order_recipients');

CREATE TABLE order_lines (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  external_id text NOT NULL,
  variant_id uuid,
  external_variant_id text,
  title text NOT NULL,
  variant_title text,
  sku text NOT NULL DEFAULT '',
  image_url text,
  quantity int NOT NULL CHECK (quantity >= 0),          -- as ordered
  current_quantity int NOT NULL CHECK (current_quantity >= 0), -- after edits, removals and refunds
  shipped_quantity int NOT NULL DEFAULT 0 CHECK (shipped_quantity >= 0),
  paid_quantity int NOT NULL DEFAULT 0 CHECK (paid_quantity >= 0), -- what the merchant paid us to ship; kept through later edits at the shop
  unit_price bigint,
  requires_shipping boolean NOT NULL DEFAULT true,
  not_ours boolean NOT NULL DEFAULT false,
  mapping_version int,
  unit_cost bigint, -- goods of one unit, all components
  position int NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT order_lines_external_key UNIQUE (account_id, order_id, external_id),
  CONSTRAINT order_lines_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id),
  CONSTRAINT order_lines_variant_fkey FOREIGN KEY (account_id, variant_id) REFERENCES store_variants (account_id, id),
  CONSTRAINT order_lines_shipped_check CHECK (shipped_quantity <= quantity)
);
CREATE INDEX order_lines_order_idx ON order_lines (account_id, order_id, position);
CREATE INDEX order_lines_variant_idx ON order_lines (account_id, variant_id);
CREATE INDEX order_lines_unlinked_idx ON order_lines (account_id, external_variant_id) WHERE variant_id IS NULL;
CALL protect_account_rows('order_lines');

-- Why an order cannot proceed: a code, who must act, since when (decision 8).
CREATE TABLE order_blocks (
  account_id uuid NOT NULL,
  order_id uuid NOT NULL,
  code text NOT NULL CHECK (code ~ '^[A-Z_]+$'),
  owner text NOT NULL CHECK (owner IN ('merchant', 'provider')),
  detail jsonb NOT NULL DEFAULT '{}',
  since timestamptz NOT NULL,
  PRIMARY KEY (account_id, order_id, code),
  CONSTRAINT order_blocks_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id)
);
CREATE INDEX order_blocks_code_idx ON order_blocks (account_id, code, since);
CALL protect_account_rows('order_blocks');

-- Words by which an order is found: name, tracking number, SKU. Range index in "C" order (decision 37).
CREATE TABLE order_terms (
  account_id uuid NOT NULL,
  order_id uuid NOT NULL,
  term text COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, order_id, term),
  CONSTRAINT order_terms_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id)
);
CREATE INDEX order_terms_term_idx ON order_terms (account_id, term);
CALL protect_account_rows('order_terms');

CREATE TABLE order_events (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  actor_kind text NOT NULL,
  actor_name text,
  data jsonb NOT NULL DEFAULT '{}', -- never personal data of the buyer
  internal boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, id),
  CONSTRAINT order_events_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id)
);
CREATE INDEX order_events_order_idx ON order_events (account_id, order_id, at, id);
CALL protect_account_rows('order_events');

CREATE TABLE parcels (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  channel_id uuid NOT NULL REFERENCES channels (id),
  carrier text NOT NULL,
  tracking_number text NOT NULL CHECK (length(tracking_number) BETWEEN 4 AND 64),
  tracking_url text,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'info_received', 'in_transit', 'out_for_delivery', 'available_for_pickup', 'attempt_failed', 'exception', 'delivered', 'expired', 'returned')),
  shipped_at timestamptz NOT NULL,
  delivered_at timestamptz,
  created_by uuid REFERENCES users (id),
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, id),
  CONSTRAINT parcels_number_key UNIQUE (account_id, order_id, carrier, tracking_number),
  CONSTRAINT parcels_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id)
);
CALL protect_account_rows('parcels');

CREATE TABLE parcel_lines (
  account_id uuid NOT NULL,
  parcel_id uuid NOT NULL,
  line_id uuid NOT NULL,
  quantity int NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (account_id, parcel_id, line_id),
  CONSTRAINT parcel_lines_parcel_fkey FOREIGN KEY (account_id, parcel_id) REFERENCES parcels (account_id, id),
  CONSTRAINT parcel_lines_line_fkey FOREIGN KEY (account_id, line_id) REFERENCES order_lines (account_id, id)
);
CREATE INDEX parcel_lines_line_idx ON parcel_lines (account_id, line_id);
CALL protect_account_rows('parcel_lines');

-- One row per fulfilment made at the shop for a parcel; written before the shop is called (shopify.md §2.6).
CREATE TABLE parcel_pushes (
  account_id uuid NOT NULL,
  parcel_id uuid NOT NULL,
  fulfillment_order_id text NOT NULL,
  external_id text, -- the shop's fulfilment, once it answered
  tracking_number text NOT NULL,
  state text NOT NULL CHECK (state IN ('sending', 'sent', 'refused')),
  error text,
  sent_at timestamptz,
  PRIMARY KEY (account_id, parcel_id, fulfillment_order_id),
  CONSTRAINT parcel_pushes_parcel_fkey FOREIGN KEY (account_id, parcel_id) REFERENCES parcels (account_id, id)
);
CALL protect_account_rows('parcel_pushes');

-- Tabs of the order list an order stands in; tabs overlap (decision 8).
CREATE FUNCTION order_tabs(stage text, blocked boolean, held boolean) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_remove(ARRAY[
    'all',
    CASE WHEN blocked AND stage IN ('imported', 'quoting', 'awaiting_payment', 'processing', 'ready_to_ship', 'partially_shipped') THEN 'action_needed' END,
    CASE WHEN held THEN 'on_hold' END,
    CASE
      WHEN stage = 'quoting' THEN 'quoting'
      WHEN stage IN ('awaiting_payment', 'paying') THEN 'to_pay'
      WHEN stage IN ('processing', 'ready_to_ship') THEN 'processing'
      WHEN stage IN ('partially_shipped', 'shipped') THEN 'shipped'
      WHEN stage IN ('delivered', 'closed') THEN 'delivered'
      WHEN stage = 'cancelled' THEN 'cancelled'
    END], NULL);

-- Counters are sums of deltas, so that no two acts wait for the same row; a job folds them.
CREATE TABLE order_tab_counts (
  account_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  store_id uuid NOT NULL,
  tab text NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX order_tab_counts_sum_idx ON order_tab_counts (account_id, store_id, tab) INCLUDE (n);
CALL protect_account_rows('order_tab_counts');

CREATE FUNCTION count_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tab_counts (account_id, store_id, tab, n)
  SELECT o.account_id, o.store_id, t.tab, count(*)
  FROM added o, unnest(order_tabs(o.stage, o.blocked, o.held)) AS t(tab)
  GROUP BY 1, 2, 3;
  RETURN NULL;
END
$$;
CREATE TRIGGER orders_count_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_orders();

CREATE FUNCTION count_changed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tab_counts (account_id, store_id, tab, n)
  SELECT account_id, store_id, tab, sum(n)
  FROM (
    SELECT o.account_id, o.store_id, t.tab, 1 AS n FROM added o, unnest(order_tabs(o.stage, o.blocked, o.held)) AS t(tab)
    UNION ALL
    SELECT o.account_id, o.store_id, t.tab, -1 FROM gone o, unnest(order_tabs(o.stage, o.blocked, o.held)) AS t(tab)
  ) d
  GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
  RETURN NULL;
END
$$;
CREATE TRIGGER orders_count_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_orders();
