-- What users see of background work, side effects on their way out, and files (decisions 29, 30).

CREATE TABLE jobs (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  kind text NOT NULL,
  subject_id uuid, -- the store, order list … that the job is about
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed')),
  progress int NOT NULL DEFAULT 0 CHECK (progress >= 0),
  total int CHECK (total >= 0),
  input jsonb NOT NULL DEFAULT '{}',
  result jsonb,
  error text,
  file_id uuid,
  idempotency_key text,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT jobs_idempotency_key UNIQUE (account_id, kind, idempotency_key)
);
CREATE INDEX jobs_subject_idx ON jobs (account_id, subject_id, created_at DESC);
CALL protect_account_rows('jobs');

-- One row per side effect at a shop, carrier or mail server. The key makes a repeated act one effect.
CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  account_id uuid REFERENCES accounts (id), -- null: mail to staff or to people without an account
  kind text NOT NULL,
  key text NOT NULL CONSTRAINT outbox_key UNIQUE,
  payload jsonb NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
  attempts int NOT NULL DEFAULT 0,
  answer jsonb,
  last_error text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz
);
CREATE INDEX outbox_open_idx ON outbox (created_at) WHERE state = 'queued';
CREATE INDEX outbox_account_idx ON outbox (account_id, created_at DESC);
ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox FORCE ROW LEVEL SECURITY;
CREATE POLICY account_rows ON outbox TO tradewind_app USING (account_id IS NOT DISTINCT FROM app_account()) WITH CHECK (account_id IS NOT DISTINCT FROM app_account());
CREATE POLICY desk_rows ON outbox TO tradewind_desk USING (true) WITH CHECK (true);

-- Bytes are content-addressed; these rows say whose they are.
CREATE TABLE files (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint NOT NULL CHECK (size >= 0),
  mime text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  purpose text NOT NULL CHECK (purpose IN ('recharge_proof', 'order_import', 'quote_attachment', 'export')),
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz, -- swept when unattached or over its life
  PRIMARY KEY (account_id, id)
);
CREATE INDEX files_sha_idx ON files (sha256);
CREATE INDEX files_expiry_idx ON files (expires_at) WHERE expires_at IS NOT NULL;
CALL protect_account_rows('files');

-- Single-use links of 60 seconds (decision 27).
CREATE TABLE file_links (
  token_hash text PRIMARY KEY,
  account_id uuid NOT NULL,
  file_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT file_links_file_fkey FOREIGN KEY (account_id, file_id) REFERENCES files (account_id, id) ON DELETE CASCADE
);

-- Catalogue and store pictures, public by the hash of their content.
CREATE TABLE pictures (
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  mime text NOT NULL,
  width int NOT NULL,
  height int NOT NULL,
  size bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
