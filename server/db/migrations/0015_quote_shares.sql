-- Links that show one quote to anybody who has them (spec §2: /quoteDetail). A directory table: the link is all that
-- its visitor brings, so the row must be found without an account; it holds no data of its own.
CREATE TABLE quote_shares (
  token_hash text PRIMARY KEY,
  account_id uuid NOT NULL,
  quote_id uuid NOT NULL,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  CONSTRAINT quote_shares_quote_fkey FOREIGN KEY (account_id, quote_id) REFERENCES quotes (account_id, id)
);
-- One link per quote: a new one takes the place of the old.
CREATE UNIQUE INDEX quote_shares_open_key ON quote_shares (account_id, quote_id) WHERE revoked_at IS NULL;
