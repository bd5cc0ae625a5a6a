-- Keys that sign wallet statements. The private part is sealed with SECRET_KEY; the public part of every key that ever
-- signed stays published with the time in which it was in use.
CREATE TABLE statement_keys (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),
  public_key text NOT NULL,
  private_sealed text NOT NULL,
  valid_from timestamptz NOT NULL,
  valid_until timestamptz CHECK (valid_until >= valid_from) -- null: signs now
);
CREATE UNIQUE INDEX statement_keys_current_idx ON statement_keys ((valid_until IS NULL)) WHERE valid_until IS NULL;
CALL protect_desk_rows('statement_keys');
REVOKE DELETE ON statement_keys FROM tradewind_desk;

-- Signed statements of wallets, as they were issued: each names the one that was issued before it.
CREATE TABLE statements (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  position int NOT NULL CHECK (position > 0),
  from_day date NOT NULL,
  to_day date NOT NULL CHECK (to_day >= from_day),
  currency char(3) NOT NULL,
  opening_seq bigint NOT NULL,
  closing_seq bigint NOT NULL CHECK (closing_seq >= opening_seq),
  opening_balance bigint NOT NULL, -- cash and bonus
  closing_balance bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  key_id text NOT NULL,
  issued_at timestamptz NOT NULL,
  document bytea NOT NULL, -- the file, compressed by gzip
  PRIMARY KEY (account_id, id),
  CONSTRAINT statements_position_key UNIQUE (account_id, position),
  CONSTRAINT statements_period_key UNIQUE (account_id, from_day, to_day),
  CONSTRAINT statements_key_fkey FOREIGN KEY (key_id) REFERENCES statement_keys (id)
);
CALL protect_account_rows('statements');
REVOKE INSERT, UPDATE, DELETE ON statements FROM tradewind_app;
REVOKE UPDATE, DELETE ON statements FROM tradewind_desk;
CREATE TRIGGER statements_append_only BEFORE UPDATE OR DELETE ON statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statements_no_truncate BEFORE TRUNCATE ON statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
