-- Comparisons of a store with its shop, what they found, and their signed reports
-- (docs/decisions/0011-provable-completeness.md).

CREATE TABLE comparisons (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  store_id uuid NOT NULL,
  cause text NOT NULL CHECK (cause IN ('daily', 'asked')),
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'failed')),
  job_id uuid NOT NULL,
  from_day text NOT NULL CHECK (from_day ~ '^\d{4}-\d{2}-\d{2}$'),
  to_day text NOT NULL CHECK (to_day >= from_day),
  zone text NOT NULL, -- days are the shop's
  as_of timestamptz NOT NULL, -- what the shop changed later is under way
  runner uuid, -- the run that may write; a run that finds another here ends
  shop_orders int NOT NULL DEFAULT 0,
  our_orders int NOT NULL DEFAULT 0,
  found int NOT NULL DEFAULT 0,
  healed int NOT NULL DEFAULT 0,
  error text,
  created_at timestamptz NOT NULL,
  touched_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT comparisons_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores (account_id, id),
  CONSTRAINT comparisons_job_fkey FOREIGN KEY (account_id, job_id) REFERENCES jobs (account_id, id)
);
-- Never two at once.
CREATE UNIQUE INDEX comparisons_running_key ON comparisons (account_id, store_id) WHERE state = 'running';
CREATE INDEX comparisons_list_idx ON comparisons (account_id, store_id, created_at DESC, id DESC);
CALL protect_account_rows('comparisons');

-- Days that are compared already, while the rest is; what they say ends in the report.
CREATE TABLE comparison_days (
  account_id uuid NOT NULL,
  comparison_id uuid NOT NULL,
  day text NOT NULL,
  reading jsonb NOT NULL,
  PRIMARY KEY (account_id, comparison_id, day),
  CONSTRAINT comparison_days_comparison_fkey FOREIGN KEY (account_id, comparison_id) REFERENCES comparisons (account_id, id)
);
CALL protect_account_rows('comparison_days');

CREATE TABLE comparison_findings (
  account_id uuid NOT NULL,
  comparison_id uuid NOT NULL,
  external_id text NOT NULL,
  order_name text,
  day text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('missing', 'extra', 'different')),
  differs text[] NOT NULL DEFAULT '{}', -- updated, status, quantities, address: never what they are
  outcome text NOT NULL CHECK (outcome IN ('healed', 'open')),
  PRIMARY KEY (account_id, comparison_id, external_id),
  CONSTRAINT comparison_findings_comparison_fkey FOREIGN KEY (account_id, comparison_id) REFERENCES comparisons (account_id, id)
);
CALL protect_account_rows('comparison_findings');

-- Kept for good; each names the one before it.
CREATE TABLE comparison_reports (
  account_id uuid NOT NULL,
  comparison_id uuid NOT NULL,
  store_id uuid NOT NULL,
  number int NOT NULL CHECK (number > 0),
  previous text CHECK (length(previous) = 64), -- hash of the store's report before it
  hash text NOT NULL CHECK (length(hash) = 64),
  body text NOT NULL, -- canonical JSON: the bytes that are signed
  public_key text NOT NULL,
  signature text NOT NULL,
  signed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, comparison_id),
  CONSTRAINT comparison_reports_number_key UNIQUE (account_id, store_id, number),
  CONSTRAINT comparison_reports_comparison_fkey FOREIGN KEY (account_id, comparison_id) REFERENCES comparisons (account_id, id)
);
CREATE INDEX comparison_reports_hash_idx ON comparison_reports (hash);
CALL protect_account_rows('comparison_reports');
CREATE TRIGGER comparison_reports_append_only BEFORE UPDATE OR DELETE ON comparison_reports FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER comparison_reports_no_truncate BEFORE TRUNCATE ON comparison_reports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON comparison_reports FROM tradewind_app, tradewind_desk;

-- The shop no longer has the order.
ALTER TABLE orders ADD COLUMN gone_at timestamptz;
