-- Orders that match a filter, as a payment preview showed them (P59): fixed for 15 minutes, paid as they stand or not at all.
CREATE TABLE payment_selections (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  orders int NOT NULL CHECK (orders > 0),
  total bigint NOT NULL CHECK (total >= 0),
  currency char(3) NOT NULL,
  state text NOT NULL DEFAULT 'shown' CHECK (state IN ('shown', 'paying', 'paid', 'failed')),
  job_id uuid,
  invoice_id uuid,
  PRIMARY KEY (account_id, id),
  CONSTRAINT payment_selections_job_fkey FOREIGN KEY (account_id, job_id) REFERENCES jobs (account_id, id),
  CONSTRAINT payment_selections_invoice_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices (account_id, id),
  CONSTRAINT payment_selections_paid CHECK ((state = 'paid') = (invoice_id IS NOT NULL))
);
CREATE INDEX payment_selections_expires_idx ON payment_selections (expires_at);
CALL protect_account_rows('payment_selections');

CREATE TABLE payment_selection_orders (
  account_id uuid NOT NULL,
  selection_id uuid NOT NULL,
  order_id uuid NOT NULL,
  addition boolean NOT NULL, -- what came to a paid order
  goods bigint NOT NULL,
  freight bigint NOT NULL,
  fees bigint NOT NULL,
  total bigint NOT NULL,
  bill jsonb, -- how it is billed and what it takes from stock, once the job has evaluated it
  order_version int, -- as it stood then
  problem text, -- a kept sentence: why it cannot be paid as it was shown
  PRIMARY KEY (account_id, selection_id, order_id),
  CONSTRAINT payment_selection_orders_selection_fkey FOREIGN KEY (account_id, selection_id)
    REFERENCES payment_selections (account_id, id) ON DELETE CASCADE,
  CONSTRAINT payment_selection_orders_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id)
);
CALL protect_account_rows('payment_selection_orders');
