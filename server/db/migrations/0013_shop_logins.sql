-- Logging in from a shop (docs/decisions/0008-logging-in-from-a-shop.md). Directory tables: shop_logins, shop_identities.

-- One row from the opened app to the session: the state of the round trip, then its one-time code. Only the browser that
-- began knows the key behind browser_hash.
CREATE TABLE shop_logins (
  state_hash text PRIMARY KEY,
  browser_hash text NOT NULL,
  app_id uuid NOT NULL REFERENCES shopify_apps (id),
  shop text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  code_hash text CONSTRAINT shop_logins_code_key UNIQUE,
  code_expires_at timestamptz,
  code_used_at timestamptz,
  account_id uuid REFERENCES accounts (id),
  user_id uuid REFERENCES users (id),
  staff_id text -- the shop's own number of the person
);
CREATE INDEX shop_logins_expires_idx ON shop_logins (expires_at);

-- Who has entered from which shop as which of its staff; the first time is told by mail.
CREATE TABLE shop_identities (
  user_id uuid NOT NULL REFERENCES users (id),
  account_id uuid NOT NULL REFERENCES accounts (id),
  shop text NOT NULL,
  staff_id text NOT NULL,
  first_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, account_id, shop, staff_id)
);
