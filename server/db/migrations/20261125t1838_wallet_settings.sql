-- What a client wants to be told of the wallet. `low_told_at` is set from the alert until the balance is at the threshold again.
CREATE TABLE wallet_settings (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  low_balance bigint CHECK (low_balance > 0),
  low_told_at timestamptz,
  version int NOT NULL DEFAULT 1
);
CREATE INDEX wallet_settings_low_idx ON wallet_settings (account_id) WHERE low_balance IS NOT NULL;
CALL protect_account_rows('wallet_settings');
