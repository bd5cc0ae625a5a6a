-- Bank statements that finance imports, and the payments in them. They are the provider's: no call of a merchant sees them.
CREATE TABLE bank_files (
  id uuid PRIMARY KEY,
  method text NOT NULL REFERENCES recharge_methods (code),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  -- the file's table, head first, until it was imported
  cells jsonb,
  row_count int NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  imported_at timestamptz,
  added int,
  known int,
  CONSTRAINT bank_files_imported CHECK ((cells IS NULL) = (imported_at IS NOT NULL))
);
CREATE INDEX bank_files_waiting_idx ON bank_files (created_at) WHERE imported_at IS NULL;
CALL protect_own_rows('bank_files', 'false');

-- A payment is known by the bank's number, else by what its row says: `row_key`.
CREATE TABLE bank_rows (
  id uuid PRIMARY KEY,
  method text NOT NULL REFERENCES recharge_methods (code),
  row_key text NOT NULL CHECK (length(row_key) <= 120),
  file_id uuid NOT NULL REFERENCES bank_files (id),
  file_row int NOT NULL,
  booked_on date NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  currency char(3) NOT NULL,
  reference text NOT NULL,
  payer text NOT NULL,
  transaction_id text,
  -- references of recharges that the row names
  named text[] NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'credited', 'ignored')),
  account_id uuid,
  recharge_id uuid,
  note text CHECK (length(note) <= 300),
  decided_by uuid REFERENCES users (id),
  decided_at timestamptz,
  CONSTRAINT bank_rows_key UNIQUE (method, row_key),
  CONSTRAINT bank_rows_recharge_key UNIQUE (account_id, recharge_id),
  CONSTRAINT bank_rows_recharge_fkey FOREIGN KEY (account_id, recharge_id) REFERENCES recharges (account_id, id),
  CONSTRAINT bank_rows_credited CHECK ((status = 'credited') = (recharge_id IS NOT NULL) AND (recharge_id IS NULL) = (account_id IS NULL)),
  CONSTRAINT bank_rows_decided CHECK ((status = 'open') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL))
);
CREATE INDEX bank_rows_open_idx ON bank_rows (booked_on DESC, id DESC) WHERE status = 'open';
CREATE INDEX bank_rows_newest_idx ON bank_rows (booked_on DESC, id DESC);
CALL protect_own_rows('bank_rows', 'false');

CREATE INDEX recharges_transfer_reference_idx ON recharges (reference);
CREATE INDEX recharges_method_amount_idx ON recharges (method, amount);
