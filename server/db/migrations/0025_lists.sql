-- What all lists share: saved views, the columns a person chose, and the rows of bulk runs (decisions 26, 30).

CREATE TABLE list_views (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  owner_id uuid NOT NULL REFERENCES users (id),
  list text NOT NULL CHECK (list ~ '^[a-z_]{2,40}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  shared boolean NOT NULL DEFAULT false,
  state jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX list_views_name_key ON list_views (account_id, owner_id, list, lower(name));
CREATE INDEX list_views_shared_idx ON list_views (account_id, list) WHERE shared;
CALL protect_account_rows('list_views');

-- Belongs to the person and not to an account, like the settings beside it: list → ids of its columns in order.
ALTER TABLE users ADD COLUMN list_columns jsonb NOT NULL DEFAULT '{}';

-- One row per record of a bulk run; the act on a record and its mark here are one transaction, so nothing is done twice.
CREATE TABLE bulk_rows (
  account_id uuid NOT NULL,
  job_id uuid NOT NULL,
  position int NOT NULL,
  row_id uuid NOT NULL,
  name text NOT NULL,
  ok boolean, -- null: still waits
  code text,
  reason text,
  PRIMARY KEY (account_id, job_id, row_id),
  CONSTRAINT bulk_rows_position_key UNIQUE (account_id, job_id, position),
  CONSTRAINT bulk_rows_job_fkey FOREIGN KEY (account_id, job_id) REFERENCES jobs (account_id, id) ON DELETE CASCADE,
  CONSTRAINT bulk_rows_reason_check CHECK (ok IS NOT false OR (code IS NOT NULL AND reason IS NOT NULL))
);
CREATE INDEX bulk_rows_waiting_idx ON bulk_rows (account_id, job_id, position) WHERE ok IS NULL;
CREATE INDEX bulk_rows_refused_idx ON bulk_rows (account_id, job_id, position) WHERE NOT ok;
CALL protect_account_rows('bulk_rows');

-- What a person asked for, newest first: their exports and bulk runs.
CREATE INDEX jobs_person_idx ON jobs (account_id, created_by, kind, created_at DESC);
