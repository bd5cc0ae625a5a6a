-- Claims after the sale: what went wrong with lines of a parcel, what shows it, what was decided (domain.md §3.8).

ALTER TABLE files DROP CONSTRAINT files_purpose_check;
ALTER TABLE files ADD CONSTRAINT files_purpose_check CHECK (purpose IN ('recharge_proof', 'order_import', 'quote_attachment', 'export', 'image_search', 'mapping_file', 'stock_qc', 'claim_evidence'));

-- What was given back of one order's bill: never above what was paid for it.
ALTER TABLE invoice_orders
  ADD COLUMN credited bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT invoice_orders_credited CHECK (credited BETWEEN 0 AND total);
ALTER TABLE credit_notes
  ADD COLUMN invoice_order_id uuid,
  ADD COLUMN cause text, -- what it was given for, such as claims:<id>: once per bill
  ADD CONSTRAINT credit_notes_order_fkey FOREIGN KEY (account_id, invoice_order_id) REFERENCES invoice_orders (account_id, id),
  ADD CONSTRAINT credit_notes_cause_key UNIQUE (account_id, invoice_order_id, cause);

-- An order that replaces what another one lost: it costs nothing, and each knows the other.
ALTER TABLE orders ADD COLUMN reship_of uuid,
  ADD CONSTRAINT orders_reship_fkey FOREIGN KEY (account_id, reship_of) REFERENCES orders (account_id, id);
CREATE INDEX orders_reship_idx ON orders (account_id, reship_of) WHERE reship_of IS NOT NULL;

CREATE SEQUENCE claim_number_seq START 1001;
CREATE TABLE claims (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('claim_number_seq'),
  order_id uuid NOT NULL,
  parcel_id uuid, -- null: units that were paid and never left
  reason text NOT NULL CHECK (reason IN ('not_received', 'lost', 'damaged', 'wrong_item', 'missing_item', 'quality', 'late', 'customs', 'returned_to_sender', 'cancel_after_paid')),
  wanted text NOT NULL CHECK (wanted IN ('refund', 'reship')),
  status text NOT NULL CHECK (status IN ('submitted', 'under_review', 'need_evidence', 'approved_refund', 'approved_partial', 'approved_reship', 'rejected', 'withdrawn', 'expired', 'closed')),
  note text NOT NULL DEFAULT '',
  -- what the policy said when it was made
  policy_id uuid REFERENCES claim_policies (id),
  evidence text[] NOT NULL DEFAULT '{}', -- what it wants to see
  verdict text NOT NULL CHECK (verdict IN ('eligible', 'too_early', 'too_late', 'delivered', 'not_delivered', 'not_shipped', 'evidence_missing', 'nothing_left', 'no_policy')),
  findings jsonb NOT NULL DEFAULT '[]',  -- [{code, at?, evidence?}]: why
  opens_at timestamptz,
  deadline timestamptz,
  currency char(3) NOT NULL,
  asked bigint NOT NULL CHECK (asked >= 0),
  granted bigint CHECK (granted >= 0),
  -- the clocks: ours while we decide, the merchant's while evidence is wanted
  due_at timestamptz,
  evidence_due_at timestamptz,
  decision text CHECK (decision IN ('refund', 'partial', 'reship', 'reject')),
  decision_note text NOT NULL DEFAULT '',
  decided_at timestamptz,
  decided_by text, -- null: by itself, within the client's limits
  appealed_at timestamptz,
  reship_order_id uuid,
  submitted_by uuid REFERENCES users (id),
  submitted_at timestamptz NOT NULL,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, id),
  CONSTRAINT claims_number_key UNIQUE (account_id, number),
  CONSTRAINT claims_reship_key UNIQUE (account_id, reship_order_id),
  CONSTRAINT claims_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id),
  CONSTRAINT claims_parcel_fkey FOREIGN KEY (account_id, parcel_id) REFERENCES parcels (account_id, id),
  CONSTRAINT claims_reship_fkey FOREIGN KEY (account_id, reship_order_id) REFERENCES orders (account_id, id),
  CONSTRAINT claims_our_clock CHECK ((status IN ('submitted', 'under_review')) = (due_at IS NOT NULL)),
  CONSTRAINT claims_their_clock CHECK ((status = 'need_evidence') = (evidence_due_at IS NOT NULL))
);
CREATE INDEX claims_order_idx ON claims (account_id, order_id, number);
CREATE INDEX claims_desk_idx ON claims (status, due_at, id);
CREATE INDEX claims_ended_idx ON claims (decided_at) WHERE status IN ('approved_refund', 'approved_partial', 'approved_reship', 'rejected');
CALL protect_account_rows('claims');

CREATE TABLE claim_lines (
  account_id uuid NOT NULL,
  claim_id uuid NOT NULL,
  line_id uuid NOT NULL,
  parcel_id uuid,
  quantity int NOT NULL CHECK (quantity > 0),
  most bigint NOT NULL CHECK (most >= 0), -- what these units could be given back at most
  asked bigint NOT NULL CHECK (asked BETWEEN 0 AND most),
  granted bigint NOT NULL DEFAULT 0 CHECK (granted BETWEEN 0 AND most),
  open boolean NOT NULL DEFAULT true,
  PRIMARY KEY (account_id, claim_id, line_id),
  CONSTRAINT claim_lines_claim_fkey FOREIGN KEY (account_id, claim_id) REFERENCES claims (account_id, id),
  CONSTRAINT claim_lines_line_fkey FOREIGN KEY (account_id, line_id) REFERENCES order_lines (account_id, id)
);
-- A line of a parcel is in one open claim at a time.
CREATE UNIQUE INDEX claim_lines_open_key ON claim_lines (account_id, line_id, coalesce(parcel_id, '00000000-0000-0000-0000-000000000000')) WHERE open;
CALL protect_account_rows('claim_lines');

CREATE TABLE claim_evidence (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  claim_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('photo', 'video', 'packaging_photo', 'buyer_message', 'carrier_letter')),
  file_id uuid,
  at timestamptz NOT NULL,
  actor_name text,
  PRIMARY KEY (account_id, id),
  CONSTRAINT claim_evidence_claim_fkey FOREIGN KEY (account_id, claim_id) REFERENCES claims (account_id, id),
  CONSTRAINT claim_evidence_file_fkey FOREIGN KEY (account_id, file_id) REFERENCES files (account_id, id)
);
CREATE INDEX claim_evidence_claim_idx ON claim_evidence (account_id, claim_id, id);
CALL protect_account_rows('claim_evidence');

CREATE TABLE claim_messages (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  claim_id uuid NOT NULL,
  at timestamptz NOT NULL,
  actor_kind text NOT NULL,
  actor_name text,
  internal boolean NOT NULL DEFAULT false, -- among staff
  text text NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT claim_messages_claim_fkey FOREIGN KEY (account_id, claim_id) REFERENCES claims (account_id, id)
);
CREATE INDEX claim_messages_claim_idx ON claim_messages (account_id, claim_id, id);
CALL protect_account_rows('claim_messages');

-- What became of a claim, and when.
CREATE TABLE claim_events (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  claim_id uuid NOT NULL,
  act text NOT NULL,
  status text NOT NULL,
  at timestamptz NOT NULL,
  actor_kind text NOT NULL,
  actor_name text,
  data jsonb NOT NULL DEFAULT '{}', -- never personal data of the buyer
  PRIMARY KEY (account_id, id),
  CONSTRAINT claim_events_claim_fkey FOREIGN KEY (account_id, claim_id) REFERENCES claims (account_id, id)
);
CREATE INDEX claim_events_claim_idx ON claim_events (account_id, claim_id, id);
CALL protect_account_rows('claim_events');

-- Up to where a client's claims are approved by themselves; without a row none is.
CREATE TABLE claim_limits (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  auto_amount bigint NOT NULL CHECK (auto_amount >= 0),
  max_rate_bp int NOT NULL CHECK (max_rate_bp BETWEEN 0 AND 10000), -- claims per paid orders of the last 90 days
  updated_at timestamptz NOT NULL,
  updated_by text,
  version int NOT NULL DEFAULT 1
);
CALL protect_account_rows('claim_limits');
