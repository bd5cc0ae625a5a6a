-- Ledger, invoices and recharges in their final shape (decisions 6, 7).
-- Directory tables: external_payments, payment_events.

-- The row that serialises one merchant's ledger; no row is shared by two merchants.
CREATE TABLE ledger_heads (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  seq bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000'
);
CALL protect_account_rows('ledger_heads');

CREATE TABLE ledger_transactions (
  account_id uuid NOT NULL REFERENCES accounts (id),
  seq bigint NOT NULL CHECK (seq > 0),
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('recharge', 'recharge_bonus', 'recharge_fee', 'hold', 'release', 'invoice_payment', 'credit_note', 'claim_refund', 'stock_payment', 'brand_payment', 'service_fee', 'storage_fee', 'commission', 'withdrawal', 'withdrawal_return', 'adjustment', 'chargeback', 'expiry_of_bonus')),
  ref_kind text NOT NULL,
  ref_id uuid NOT NULL,
  ref_label text NOT NULL,
  memo text NOT NULL DEFAULT '',
  actor_kind text NOT NULL,
  actor_user_id uuid REFERENCES users (id),
  idempotency_key text NOT NULL,
  prev_hash bytea NOT NULL CHECK (length(prev_hash) = 32),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (account_id, seq),
  CONSTRAINT ledger_transactions_id_key UNIQUE (account_id, id),
  CONSTRAINT ledger_transactions_idempotency_key UNIQUE (account_id, idempotency_key),
  CONSTRAINT ledger_transactions_chain_key UNIQUE (account_id, prev_hash)
);
CREATE INDEX ledger_transactions_kind_idx ON ledger_transactions (account_id, kind, seq DESC);
CREATE INDEX ledger_transactions_at_idx ON ledger_transactions (account_id, at DESC, seq DESC);
CREATE INDEX ledger_transactions_ref_idx ON ledger_transactions (account_id, ref_kind, ref_id);
CALL protect_account_rows('ledger_transactions');

CREATE TABLE ledger_entries (
  account_id uuid NOT NULL,
  seq bigint NOT NULL,
  line int NOT NULL CHECK (line > 0),
  ledger_account text NOT NULL CHECK (ledger_account ~ '^(cash|held_cash|held_bonus|revenue|fees|claims|bonus_given|commission|chargeback|bonus:[0-9a-f-]+|bank:[a-z_]+)$'),
  amount bigint NOT NULL CHECK (amount <> 0),
  currency char(3) NOT NULL,
  balance_after bigint NOT NULL,
  overdraws boolean NOT NULL DEFAULT false, -- only a recorded chargeback may take money below zero
  PRIMARY KEY (account_id, seq, line),
  CONSTRAINT ledger_entries_transaction_fkey FOREIGN KEY (account_id, seq) REFERENCES ledger_transactions (account_id, seq),
  CONSTRAINT ledger_entries_no_overdraft CHECK (
    balance_after >= 0 OR overdraws OR amount > 0 -- money coming in may leave a charged-back balance below zero
    OR NOT (ledger_account IN ('cash', 'held_cash', 'held_bonus') OR starts_with(ledger_account, 'bonus:')))
);
CREATE INDEX ledger_entries_balance_idx ON ledger_entries (account_id, ledger_account, seq DESC, line DESC) INCLUDE (balance_after);
CALL protect_account_rows('ledger_entries');

CREATE FUNCTION check_ledger_sum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM ledger_entries WHERE account_id = NEW.account_id AND seq = NEW.seq
    GROUP BY currency HAVING sum(amount) <> 0
  ) THEN
    RAISE EXCEPTION 'ledger transaction % of account % does not sum to zero', NEW.seq, NEW.account_id USING ERRCODE = 'check_violation';
  END IF;
  IF TG_TABLE_NAME = 'ledger_transactions' AND NOT EXISTS (
    SELECT 1 FROM ledger_entries WHERE account_id = NEW.account_id AND seq = NEW.seq
  ) THEN
    RAISE EXCEPTION 'ledger transaction % of account % has no entries', NEW.seq, NEW.account_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER ledger_entries_sum AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_sum();
CREATE CONSTRAINT TRIGGER ledger_transactions_sum AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_sum();

CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE ON ledger_transactions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transactions_no_truncate BEFORE TRUNCATE ON ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_transactions, ledger_entries FROM tradewind_app, tradewind_desk;
REVOKE DELETE ON ledger_heads FROM tradewind_app, tradewind_desk;

CREATE SEQUENCE invoice_number_seq START 1001;
CREATE TABLE invoices (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('invoice_number_seq'),
  kind text NOT NULL CHECK (kind IN ('orders', 'stocking', 'brand', 'service')),
  status text NOT NULL CHECK (status IN ('draft', 'open', 'paying', 'paid', 'partly_paid', 'expired', 'void', 'partly_credited', 'credited')),
  currency char(3) NOT NULL,
  goods bigint NOT NULL,
  freight bigint NOT NULL,
  fees bigint NOT NULL,
  total bigint NOT NULL CHECK (total >= 0),
  orders_count int NOT NULL,
  billed_to jsonb NOT NULL,
  seller jsonb NOT NULL,
  issued_at timestamptz NOT NULL,
  price_valid_until timestamptz,
  paid_at timestamptz,
  ledger_seq bigint,
  created_by uuid REFERENCES users (id),
  PRIMARY KEY (account_id, id),
  CONSTRAINT invoices_number_key UNIQUE (account_id, number),
  CONSTRAINT invoices_sum CHECK (total = goods + freight + fees),
  CONSTRAINT invoices_paid CHECK (status <> 'paid' OR (paid_at IS NOT NULL AND ledger_seq IS NOT NULL)),
  CONSTRAINT invoices_ledger_fkey FOREIGN KEY (account_id, ledger_seq) REFERENCES ledger_transactions (account_id, seq)
);
CREATE INDEX invoices_list_idx ON invoices (account_id, issued_at DESC, id DESC);
CREATE INDEX invoices_status_idx ON invoices (account_id, status, issued_at DESC, id DESC);
CALL protect_account_rows('invoices');

CREATE SEQUENCE invoice_order_number_seq START 10001;
CREATE TABLE invoice_orders (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('invoice_order_number_seq'),
  invoice_id uuid NOT NULL,
  order_id uuid NOT NULL,
  part int NOT NULL DEFAULT 1, -- a payable addition to a paid order is part 2, 3 …
  channel_id uuid REFERENCES channels (id),
  weight_g int,
  goods bigint NOT NULL,
  freight bigint NOT NULL,
  fees bigint NOT NULL,
  total bigint NOT NULL CHECK (total >= 0),
  PRIMARY KEY (account_id, id),
  CONSTRAINT invoice_orders_part_key UNIQUE (account_id, order_id, part),
  CONSTRAINT invoice_orders_sum CHECK (total = goods + freight + fees),
  CONSTRAINT invoice_orders_invoice_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices (account_id, id),
  CONSTRAINT invoice_orders_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id)
);
CREATE INDEX invoice_orders_invoice_idx ON invoice_orders (account_id, invoice_id, number);
CREATE UNIQUE INDEX invoice_orders_number_key ON invoice_orders (account_id, number);
CALL protect_account_rows('invoice_orders');

CREATE TABLE invoice_lines (
  account_id uuid NOT NULL,
  invoice_order_id uuid NOT NULL,
  line int NOT NULL,
  code text NOT NULL CHECK (code IN ('goods', 'freight', 'packing', 'qc', 'branding', 'storage', 'duty', 'remote_area', 'payment_fee', 'discount')),
  title text NOT NULL,
  sku text,
  quantity int NOT NULL,
  unit_amount bigint NOT NULL,
  amount bigint NOT NULL,
  price_id uuid,
  inputs jsonb NOT NULL DEFAULT '{}', -- what the amount was computed from, so that it can be computed again
  PRIMARY KEY (account_id, invoice_order_id, line),
  CONSTRAINT invoice_lines_order_fkey FOREIGN KEY (account_id, invoice_order_id) REFERENCES invoice_orders (account_id, id),
  CONSTRAINT invoice_lines_price_fkey FOREIGN KEY (account_id, price_id) REFERENCES prices (account_id, id)
);
CALL protect_account_rows('invoice_lines');

-- Ways to bring money in; edited by finance.
CREATE TABLE recharge_methods (
  code text PRIMARY KEY CHECK (code ~ '^[a-z_]+$'),
  kind text NOT NULL CHECK (kind IN ('transfer', 'card')),
  name text NOT NULL,
  details jsonb NOT NULL DEFAULT '[]', -- account lines shown to the payer: [{label, value}]
  fee_bp int NOT NULL DEFAULT 0 CHECK (fee_bp BETWEEN 0 AND 1000),
  active boolean NOT NULL DEFAULT true,
  position int NOT NULL DEFAULT 1,
  version int NOT NULL DEFAULT 1
);
-- Finance enters the account lines of the bank before it is offered; a card needs the payment provider's key.
INSERT INTO recharge_methods (code, kind, name, active, position)
VALUES ('bank', 'transfer', 'Bank transfer', false, 1), ('card', 'card', 'Card', true, 2);

CREATE SEQUENCE recharge_number_seq START 1001;
CREATE TABLE recharges (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('recharge_number_seq'),
  method text NOT NULL REFERENCES recharge_methods (code),
  status text NOT NULL CHECK (status IN ('awaiting_transfer', 'submitted', 'under_review', 'processing', 'credited', 'rejected', 'failed', 'expired', 'cancelled')),
  currency char(3) NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0), -- what the merchant says or asks
  received_amount bigint CHECK (received_amount > 0), -- what really arrived
  fee bigint CHECK (fee >= 0),
  reference text NOT NULL,
  external_ref text,
  payer_name text,
  paid_on date,
  proof_file_id uuid,
  review_note text,
  reviewed_by uuid REFERENCES users (id),
  reviewed_at timestamptz,
  checkout_session text,
  ledger_seq bigint,
  expires_at timestamptz NOT NULL,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, id),
  CONSTRAINT recharges_number_key UNIQUE (account_id, number),
  CONSTRAINT recharges_proof_fkey FOREIGN KEY (account_id, proof_file_id) REFERENCES files (account_id, id),
  CONSTRAINT recharges_ledger_fkey FOREIGN KEY (account_id, ledger_seq) REFERENCES ledger_transactions (account_id, seq),
  CONSTRAINT recharges_credited CHECK (status <> 'credited' OR (received_amount IS NOT NULL AND ledger_seq IS NOT NULL))
);
CREATE INDEX recharges_list_idx ON recharges (account_id, created_at DESC, id DESC);
CREATE INDEX recharges_desk_idx ON recharges (status, created_at, id);
CREATE INDEX recharges_age_idx ON recharges (created_at DESC, id DESC);
-- One transaction number backs one claim of an account; across accounts external_payments decides at the credit.
CREATE UNIQUE INDEX recharges_reference_key ON recharges (account_id, method, external_ref)
  WHERE status IN ('submitted', 'under_review', 'credited');
CALL protect_account_rows('recharges');

-- A payment from outside is credited once, whoever claims it.
CREATE TABLE external_payments (
  provider text NOT NULL, -- 'stripe' or 'bank:<method>'
  reference text NOT NULL,
  account_id uuid NOT NULL,
  recharge_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (provider, reference),
  CONSTRAINT external_payments_recharge_fkey FOREIGN KEY (account_id, recharge_id) REFERENCES recharges (account_id, id)
);

CREATE TABLE payment_events (
  provider text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  payload jsonb NOT NULL,
  received_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'ignored', 'failed')),
  note text,
  done_at timestamptz,
  PRIMARY KEY (provider, id)
);
CREATE INDEX payment_events_waiting_idx ON payment_events (received_at) WHERE state = 'waiting';
