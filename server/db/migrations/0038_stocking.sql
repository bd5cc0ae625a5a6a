-- Stocking orders: goods that a client has bought ahead, paid by deposit and balance, counted when they arrive (domain.md §3.10).

ALTER TABLE catalog_skus ADD COLUMN IF NOT EXISTS pack int NOT NULL DEFAULT 1 CONSTRAINT catalog_skus_pack_check CHECK (pack >= 1); -- pieces in a carton

CREATE SEQUENCE stocking_number_seq START 1001;
CREATE TABLE stocking_orders (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('stocking_number_seq'),
  status text NOT NULL CHECK (status IN ('requested', 'quoted', 'open', 'partly_paid', 'producing', 'inbound', 'receiving', 'stocked', 'closed', 'cancelled')),
  warehouse_id uuid NOT NULL REFERENCES warehouses (id),
  wanted_by date,
  branding text NOT NULL DEFAULT '', -- what is to be printed or put in, in the client's words
  note text NOT NULL DEFAULT '',
  currency char(3) NOT NULL,
  -- the answer of the agent
  answer text NOT NULL DEFAULT '',
  deposit_percent int CHECK (deposit_percent BETWEEN 1 AND 100),
  freight_kg bigint CHECK (freight_kg >= 0),     -- to the warehouse, per kg
  branding_fee bigint CHECK (branding_fee >= 0),
  ready_on date,     -- produced
  eta date,          -- in the warehouse
  valid_until date,
  -- agreed, in minor units of the wallet's currency
  goods bigint, freight bigint, fees bigint, total bigint,
  tracking text NOT NULL DEFAULT '',
  requested_by uuid REFERENCES users (id),
  requested_at timestamptz NOT NULL,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, id),
  CONSTRAINT stocking_orders_number_key UNIQUE (account_id, number),
  CONSTRAINT stocking_orders_sum CHECK (total = goods + freight + fees),
  CONSTRAINT stocking_orders_quoted CHECK (status IN ('requested', 'cancelled') OR (deposit_percent IS NOT NULL AND freight_kg IS NOT NULL AND eta IS NOT NULL AND total IS NOT NULL))
);
CREATE INDEX stocking_orders_status_idx ON stocking_orders (account_id, status, number DESC);
CREATE INDEX stocking_orders_desk_idx ON stocking_orders (status, number DESC);
CALL protect_account_rows('stocking_orders');

CREATE TABLE stocking_lines (
  account_id uuid NOT NULL,
  stocking_order_id uuid NOT NULL,
  line int NOT NULL,
  sku_id uuid NOT NULL REFERENCES catalog_skus (id),
  quantity int NOT NULL CHECK (quantity BETWEEN 1 AND 1000000),
  moq int NOT NULL CHECK (moq >= 1),
  pack int NOT NULL CHECK (pack >= 1),
  breaks jsonb NOT NULL DEFAULT '[]', -- [{from, unit_price}]: what a piece costs from so many on
  unit_price bigint CHECK (unit_price > 0), -- for this quantity
  delivery_piece bigint CHECK (delivery_piece >= 0), -- what sending one on to a buyer costs from there, as the agent says
  received int NOT NULL DEFAULT 0 CHECK (received >= 0),
  damaged int NOT NULL DEFAULT 0 CHECK (damaged BETWEEN 0 AND received),
  PRIMARY KEY (account_id, stocking_order_id, line),
  CONSTRAINT stocking_lines_sku_key UNIQUE (account_id, stocking_order_id, sku_id),
  CONSTRAINT stocking_lines_order_fkey FOREIGN KEY (account_id, stocking_order_id) REFERENCES stocking_orders (account_id, id)
);
CREATE INDEX stocking_lines_sku_idx ON stocking_lines (account_id, sku_id);
CALL protect_account_rows('stocking_lines');

-- What became of a stocking order, and when.
CREATE TABLE stocking_events (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  stocking_order_id uuid NOT NULL,
  status text NOT NULL,
  at timestamptz NOT NULL,
  actor_kind text NOT NULL,
  actor_name text,
  note text NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, id),
  CONSTRAINT stocking_events_order_fkey FOREIGN KEY (account_id, stocking_order_id) REFERENCES stocking_orders (account_id, id)
);
CREATE INDEX stocking_events_order_idx ON stocking_events (account_id, stocking_order_id, id);
CALL protect_account_rows('stocking_events');

-- A delivery as the warehouse counted and checked it; one order may arrive in several.
CREATE TABLE stocking_receipts (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  stocking_order_id uuid NOT NULL,
  at timestamptz NOT NULL,
  actor_name text,
  verdict text NOT NULL CHECK (verdict IN ('passed', 'partly', 'failed')),
  note text NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, id),
  CONSTRAINT stocking_receipts_order_fkey FOREIGN KEY (account_id, stocking_order_id) REFERENCES stocking_orders (account_id, id)
);
CREATE INDEX stocking_receipts_order_idx ON stocking_receipts (account_id, stocking_order_id, id);
CALL protect_account_rows('stocking_receipts');

CREATE TABLE stocking_counts (
  account_id uuid NOT NULL,
  receipt_id uuid NOT NULL,
  line int NOT NULL,
  sound int NOT NULL CHECK (sound >= 0),
  damaged int NOT NULL CHECK (damaged >= 0),
  PRIMARY KEY (account_id, receipt_id, line),
  CONSTRAINT stocking_counts_receipt_fkey FOREIGN KEY (account_id, receipt_id) REFERENCES stocking_receipts (account_id, id)
);
CALL protect_account_rows('stocking_counts');

CREATE TABLE stocking_pictures (
  account_id uuid NOT NULL,
  receipt_id uuid NOT NULL,
  position int NOT NULL CHECK (position BETWEEN 1 AND 12),
  file_id uuid NOT NULL,
  PRIMARY KEY (account_id, receipt_id, position),
  CONSTRAINT stocking_pictures_receipt_fkey FOREIGN KEY (account_id, receipt_id) REFERENCES stocking_receipts (account_id, id),
  CONSTRAINT stocking_pictures_file_fkey FOREIGN KEY (account_id, file_id) REFERENCES files (account_id, id)
);
CALL protect_account_rows('stocking_pictures');

ALTER TABLE files DROP CONSTRAINT files_purpose_check;
ALTER TABLE files ADD CONSTRAINT files_purpose_check CHECK (purpose IN ('recharge_proof', 'order_import', 'quote_attachment', 'export', 'image_search', 'mapping_file', 'stock_qc'));

-- Invoices about other things than orders: their lines, what they are a part of, and what was credited of them.
ALTER TABLE invoices
  ADD COLUMN stocking_order_id uuid,
  ADD COLUMN part text CHECK (part IN ('deposit', 'balance')),
  ADD COLUMN credited bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT invoices_credited CHECK (credited BETWEEN 0 AND total AND (credited = 0 OR paid_at IS NOT NULL)),
  ADD CONSTRAINT invoices_stocking CHECK ((kind = 'stocking') = (stocking_order_id IS NOT NULL) AND (kind = 'stocking') = (part IS NOT NULL)),
  ADD CONSTRAINT invoices_stocking_fkey FOREIGN KEY (account_id, stocking_order_id) REFERENCES stocking_orders (account_id, id);
CREATE UNIQUE INDEX invoices_stocking_part_key ON invoices (account_id, stocking_order_id, part) WHERE stocking_order_id IS NOT NULL;

CREATE TABLE invoice_items (
  account_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  line int NOT NULL,
  code text NOT NULL CHECK (code IN ('goods', 'freight', 'packing', 'qc', 'branding', 'storage', 'duty', 'remote_area', 'payment_fee', 'discount')),
  title text NOT NULL,
  sku text,
  quantity int NOT NULL,
  unit_amount bigint NOT NULL,
  amount bigint NOT NULL,
  inputs jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (account_id, invoice_id, line),
  CONSTRAINT invoice_items_invoice_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices (account_id, id)
);
CALL protect_account_rows('invoice_items');

-- A paid invoice is never changed: what is given back is a document of its own (domain.md §2.8).
CREATE SEQUENCE credit_note_number_seq START 1001;
CREATE TABLE credit_notes (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('credit_note_number_seq'),
  invoice_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL,
  issued_at timestamptz NOT NULL,
  ledger_seq bigint NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT credit_notes_number_key UNIQUE (account_id, number),
  CONSTRAINT credit_notes_ledger_key UNIQUE (account_id, ledger_seq),
  CONSTRAINT credit_notes_invoice_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices (account_id, id),
  CONSTRAINT credit_notes_ledger_fkey FOREIGN KEY (account_id, ledger_seq) REFERENCES ledger_transactions (account_id, seq)
);
CREATE INDEX credit_notes_invoice_idx ON credit_notes (account_id, invoice_id, number);
CALL protect_account_rows('credit_notes');

-- What a client asks the warehouse to do with its pieces.
CREATE TABLE stock_requests (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('transfer', 'write_off')),
  sku_id uuid NOT NULL REFERENCES catalog_skus (id),
  warehouse_id uuid NOT NULL REFERENCES warehouses (id),
  to_warehouse_id uuid REFERENCES warehouses (id),
  quantity int NOT NULL CHECK (quantity > 0),
  reason text NOT NULL,
  status text NOT NULL DEFAULT 'asked' CHECK (status IN ('asked', 'done', 'declined', 'withdrawn')),
  answer text NOT NULL DEFAULT '',
  asked_by uuid REFERENCES users (id),
  asked_at timestamptz NOT NULL,
  answered_at timestamptz,
  answered_by text,
  PRIMARY KEY (account_id, id),
  CONSTRAINT stock_requests_transfer CHECK ((kind = 'transfer') = (to_warehouse_id IS NOT NULL) AND (to_warehouse_id IS NULL OR warehouse_id <> to_warehouse_id)),
  CONSTRAINT stock_requests_answered CHECK ((status = 'asked') = (answered_at IS NULL))
);
CREATE INDEX stock_requests_list_idx ON stock_requests (account_id, id DESC);
CREATE INDEX stock_requests_desk_idx ON stock_requests (status, id DESC);
CALL protect_account_rows('stock_requests');
