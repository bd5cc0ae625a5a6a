-- Runs in which a store's orders were paid by themselves, with a row per order (domain.md §4.2).
CREATE TABLE autopay_runs (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  store_id uuid NOT NULL,
  at timestamptz NOT NULL,
  mode text NOT NULL,
  total bigint NOT NULL,
  currency char(3) NOT NULL,
  invoice_id uuid,
  PRIMARY KEY (account_id, id),
  CONSTRAINT autopay_runs_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores (account_id, id),
  CONSTRAINT autopay_runs_invoice_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices (account_id, id)
);
CREATE INDEX autopay_runs_store_idx ON autopay_runs (account_id, store_id, at DESC, id DESC);
CALL protect_account_rows('autopay_runs');

CREATE TABLE autopay_rows (
  account_id uuid NOT NULL,
  run_id uuid NOT NULL,
  line int NOT NULL,
  order_id uuid NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('paid', 'refused', 'no_balance')),
  reason text,
  total bigint,
  PRIMARY KEY (account_id, run_id, line),
  CONSTRAINT autopay_rows_run_fkey FOREIGN KEY (account_id, run_id) REFERENCES autopay_runs (account_id, id),
  CONSTRAINT autopay_rows_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id)
);
CREATE INDEX autopay_rows_order_idx ON autopay_rows (account_id, order_id);
CALL protect_account_rows('autopay_rows');

-- When the daily run of a store was last looked at, so that a day has one.
ALTER TABLE stores ADD COLUMN autopay_at timestamptz;
