-- Keys to WooCommerce shops, and authorizations that are under way (decision 9).
-- Directory table: woo_authorizations.

CREATE TABLE woo_keys (
  account_id uuid NOT NULL,
  store_id uuid NOT NULL,
  url text NOT NULL, -- the shop's address, without a slash at its end
  key_sealed text NOT NULL,
  hook_secret_sealed text NOT NULL,
  sent_by text NOT NULL CHECK (sent_by IN ('header', 'query')), -- some hosts strip the Authorization header
  routes text NOT NULL CHECK (routes IN ('pretty', 'plain')),   -- /wp-json/… or /?rest_route=…
  obtained_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, store_id),
  CONSTRAINT woo_keys_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores (account_id, id)
);
CREATE INDEX woo_keys_store_idx ON woo_keys (store_id); -- a delivery names nothing but the store
CALL protect_account_rows('woo_keys');

-- The shop's answer is unsigned and does not name the shop: the secret in it says who asked, and for which address.
CREATE TABLE woo_authorizations (
  token_hash text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  user_id uuid NOT NULL REFERENCES users (id),
  url text NOT NULL,
  import_days int NOT NULL,
  unshipped_only boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  key_sealed text,         -- what the shop sent, until it was tried
  received_at timestamptz, -- an authorization is answered once
  store_id uuid,
  problem text,
  finished_at timestamptz
);
CREATE INDEX woo_authorizations_age_idx ON woo_authorizations (expires_at);
