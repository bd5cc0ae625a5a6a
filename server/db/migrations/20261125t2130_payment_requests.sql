-- What a member may pay without asking, in minor units of the wallet's currency; null for no limit. Who has no row has no limit.
CREATE TABLE member_limits (
  account_id uuid NOT NULL,
  user_id uuid NOT NULL,
  per_payment bigint CHECK (per_payment >= 0),
  per_day bigint CHECK (per_day >= 0),
  per_month bigint CHECK (per_month >= 0),
  set_by uuid NOT NULL REFERENCES users (id),
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, user_id),
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE
);
CALL protect_account_rows('member_limits');
CREATE INDEX ledger_transactions_actor_idx ON ledger_transactions (account_id, actor_user_id, at)
  WHERE kind IN ('invoice_payment', 'stock_payment', 'brand_payment');

-- A payment above the limits of a member, with what its orders cost when it was asked for; another member decides it.
CREATE TABLE payment_requests (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'approved', 'declined', 'cancelled')),
  orders int NOT NULL CHECK (orders > 0),
  total bigint NOT NULL CHECK (total >= 0),
  currency char(3) NOT NULL,
  requested_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  decided_by uuid REFERENCES users (id),
  decided_at timestamptz,
  reason text, -- of who declined it
  invoice_id uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, invoice_id) REFERENCES invoices (account_id, id),
  CONSTRAINT payment_requests_decided CHECK ((status = 'open') = (decided_at IS NULL)),
  CONSTRAINT payment_requests_paid CHECK ((status = 'approved') = (invoice_id IS NOT NULL)),
  CONSTRAINT payment_requests_two_people CHECK (status NOT IN ('approved', 'declined') OR decided_by <> requested_by)
);
CREATE INDEX payment_requests_list_idx ON payment_requests (account_id, created_at DESC, id DESC);
CALL protect_account_rows('payment_requests');

CREATE TABLE payment_request_orders (
  account_id uuid NOT NULL,
  request_id uuid NOT NULL,
  order_id uuid NOT NULL,
  goods bigint NOT NULL,
  freight bigint NOT NULL,
  fees bigint NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (account_id, request_id, order_id),
  FOREIGN KEY (account_id, request_id) REFERENCES payment_requests (account_id, id),
  FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id)
);
CALL protect_account_rows('payment_request_orders');
