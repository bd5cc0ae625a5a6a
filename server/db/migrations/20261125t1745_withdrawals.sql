-- Money that leaves the wallet for an account of the client. It is held from the request on, until it is paid, declined or cancelled.
CREATE TABLE payout_accounts (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('bank', 'payoneer', 'pingpong', 'wise', 'paypal')),
  holder text NOT NULL,
  account text NOT NULL,
  bank text NOT NULL DEFAULT '',
  swift text NOT NULL DEFAULT '',
  created_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX payout_accounts_account_key ON payout_accounts (account_id, kind, account) WHERE removed_at IS NULL;
CALL protect_account_rows('payout_accounts');

CREATE SEQUENCE withdrawal_number_seq START 1001;
CREATE TABLE withdrawals (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('withdrawal_number_seq'),
  status text NOT NULL CHECK (status IN ('requested', 'confirmed', 'approved', 'paid', 'declined', 'cancelled')),
  currency char(3) NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  payout jsonb NOT NULL, -- the payout account as it was at the request
  reason text,
  note text,
  reference text,
  code_hash text NOT NULL,
  code_until timestamptz NOT NULL,
  code_tries int NOT NULL DEFAULT 0,
  codes int NOT NULL DEFAULT 1, -- mails with a code so far
  requested_by uuid NOT NULL REFERENCES users (id),
  first_approved_by uuid REFERENCES users (id),
  first_approved_at timestamptz,
  approved_by uuid REFERENCES users (id),
  approved_at timestamptz,
  decided_by uuid REFERENCES users (id), -- who paid or declined it
  paid_at timestamptz,
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, id),
  CONSTRAINT withdrawals_number_key UNIQUE (account_id, number),
  CONSTRAINT withdrawals_two_people CHECK (first_approved_by IS NULL OR approved_by IS NULL OR first_approved_by <> approved_by),
  CONSTRAINT withdrawals_paid CHECK (status <> 'paid' OR (reference IS NOT NULL AND paid_at IS NOT NULL AND approved_by IS NOT NULL))
);
CREATE INDEX withdrawals_list_idx ON withdrawals (account_id, created_at DESC, id DESC);
CREATE INDEX withdrawals_staff_idx ON withdrawals (status, created_at, id);
CREATE INDEX withdrawals_age_idx ON withdrawals (created_at DESC, id DESC);
CALL protect_account_rows('withdrawals');
