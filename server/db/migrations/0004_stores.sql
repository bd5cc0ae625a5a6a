-- Stores, their tokens, and what their shops tell us (decision 9).
-- Directory tables: shopify_apps, shop_domains, oauth_states, webhook_inbox.

CREATE TABLE shopify_apps (
  id uuid PRIMARY KEY,
  client_id text NOT NULL CONSTRAINT shopify_apps_client_key UNIQUE,
  name text NOT NULL,
  secret_sealed text NOT NULL,
  previous_secret_sealed text,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE sites ADD CONSTRAINT sites_app_fkey FOREIGN KEY (shopify_app_id) REFERENCES shopify_apps (id);

CREATE TABLE stores (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  platform text NOT NULL CHECK (platform IN ('shopify', 'file', 'woocommerce')),
  external_domain text NOT NULL, -- for file stores: the store's id
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  currency char(3),
  time_zone text,
  plan text,
  status text NOT NULL CHECK (status IN ('pending', 'connected', 'needs_reauth', 'suspended', 'disconnected')),
  status_reason text,
  paused boolean NOT NULL DEFAULT false,
  app_id uuid REFERENCES shopify_apps (id),
  scopes_granted text[] NOT NULL DEFAULT '{}',
  import_from timestamptz,
  settings jsonb NOT NULL DEFAULT '{}',
  orders_watermark timestamptz,
  products_watermark timestamptz,
  connected_at timestamptz,
  disconnected_at timestamptz,
  last_event_at timestamptz,
  last_reconciled_at timestamptz,
  created_at timestamptz NOT NULL,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, id),
  CONSTRAINT stores_domain_key UNIQUE (account_id, platform, external_domain)
);
CREATE INDEX stores_reconcile_idx ON stores (status, last_reconciled_at);
CALL protect_account_rows('stores');

-- A shop belongs to one account at a time, whichever accounts it has belonged to.
CREATE TABLE shop_domains (
  platform text NOT NULL,
  external_domain text NOT NULL CHECK (external_domain = lower(external_domain)),
  account_id uuid NOT NULL,
  store_id uuid NOT NULL,
  PRIMARY KEY (platform, external_domain),
  CONSTRAINT shop_domains_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores (account_id, id)
);

CREATE TABLE store_tokens (
  account_id uuid NOT NULL,
  store_id uuid NOT NULL,
  access_sealed text NOT NULL,
  refresh_sealed text,
  expires_at timestamptz,
  refresh_expires_at timestamptz,
  obtained_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, store_id),
  CONSTRAINT store_tokens_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores (account_id, id)
);
CALL protect_account_rows('store_tokens');

CREATE TABLE oauth_states (
  state_hash text PRIMARY KEY,
  app_id uuid NOT NULL REFERENCES shopify_apps (id),
  account_id uuid NOT NULL REFERENCES accounts (id),
  user_id uuid NOT NULL REFERENCES users (id),
  shop text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('connect', 'reconnect')),
  import_days int NOT NULL DEFAULT 60,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

-- Deliveries are kept before any work is done; the delivery id makes a repeated one a no-op (decision 9).
CREATE TABLE webhook_inbox (
  id uuid PRIMARY KEY,
  platform text NOT NULL,
  delivery_id text NOT NULL,
  app_id uuid REFERENCES shopify_apps (id),
  shop text NOT NULL,
  topic text NOT NULL,
  event_id text,
  triggered_at timestamptz,
  received_at timestamptz NOT NULL,
  body text,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'ignored', 'failed')),
  note text,
  done_at timestamptz,
  CONSTRAINT webhook_inbox_delivery_key UNIQUE (platform, delivery_id)
);
CREATE INDEX webhook_inbox_waiting_idx ON webhook_inbox (platform, shop, received_at) WHERE state = 'waiting';
CREATE INDEX webhook_inbox_age_idx ON webhook_inbox (received_at);

-- Evidence of what was done for a data subject (shopify.md §3.6).
CREATE TABLE privacy_requests (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  store_id uuid NOT NULL,
  topic text NOT NULL CHECK (topic IN ('customers/data_request', 'customers/redact', 'shop/redact')),
  orders text[] NOT NULL DEFAULT '{}',
  received_at timestamptz NOT NULL,
  finished_at timestamptz,
  result jsonb,
  PRIMARY KEY (account_id, id),
  CONSTRAINT privacy_requests_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores (account_id, id)
);
CALL protect_account_rows('privacy_requests');
