-- Who uses the portal and for which account (decisions 2, 3, 27, 28, 39).
-- Directory tables (no account rows, no row-level security): sites, accounts, users, staff_roles, memberships,
-- membership_stores, sessions, user_links, login_attempts, idempotency_keys.

CREATE TABLE sites (
  id uuid PRIMARY KEY,
  domain text NOT NULL CONSTRAINT sites_domain_key UNIQUE CHECK (domain = lower(domain)),
  brand_name text NOT NULL,
  branding jsonb NOT NULL DEFAULT '{}',
  shopify_app_id uuid,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE SEQUENCE account_number_seq START 1001;
CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('account_number_seq') CONSTRAINT accounts_number_key UNIQUE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  currency char(3) NOT NULL DEFAULT 'USD',
  time_zone text NOT NULL DEFAULT 'UTC',
  agent_user_id uuid,
  market_note text,
  billing jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 1
);

CREATE TABLE users (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('merchant', 'staff')),
  email text NOT NULL CONSTRAINT users_email_key UNIQUE CHECK (email = lower(email) AND length(email) <= 254),
  username text NOT NULL CHECK (username ~ '^[A-Za-z0-9._-]{3,32}$'),
  nick_name text NOT NULL DEFAULT '',
  password_hash text,
  email_verified_at timestamptz,
  locale text NOT NULL DEFAULT 'en' CHECK (locale IN ('en', 'zh')),
  settings jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 1,
  CONSTRAINT users_id_kind_key UNIQUE (id, kind)
);
CREATE UNIQUE INDEX users_username_key ON users (lower(username));
ALTER TABLE accounts ADD CONSTRAINT accounts_agent_fkey FOREIGN KEY (agent_user_id) REFERENCES users (id);

-- The kind column of both tables makes a merchant with a staff role impossible (decision 2).
CREATE TABLE staff_roles (
  user_id uuid NOT NULL,
  user_kind text NOT NULL DEFAULT 'staff' CHECK (user_kind = 'staff'),
  role text NOT NULL CHECK (role IN ('admin', 'agent', 'finance', 'warehouse')),
  PRIMARY KEY (user_id, role),
  CONSTRAINT staff_roles_user_fkey FOREIGN KEY (user_id, user_kind) REFERENCES users (id, kind)
);

CREATE TABLE memberships (
  account_id uuid NOT NULL REFERENCES accounts (id),
  user_id uuid NOT NULL,
  user_kind text NOT NULL DEFAULT 'merchant' CHECK (user_kind = 'merchant'),
  role text NOT NULL CHECK (role IN ('owner', 'manager', 'operations', 'payer', 'accountant', 'sourcing', 'support', 'viewer')),
  rights jsonb, -- null: the role's own rights
  all_stores boolean NOT NULL DEFAULT true,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('invited', 'active', 'suspended', 'removed')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, user_id),
  CONSTRAINT memberships_user_fkey FOREIGN KEY (user_id, user_kind) REFERENCES users (id, kind)
);
CREATE INDEX memberships_user_idx ON memberships (user_id);

CREATE TABLE membership_stores (
  account_id uuid NOT NULL,
  user_id uuid NOT NULL,
  store_id uuid NOT NULL,
  PRIMARY KEY (account_id, user_id, store_id),
  CONSTRAINT membership_stores_member_fkey FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id)
);

-- Ways to reach the merchant; `profile.user` stays null until there is one or a market note (decision 4).
CREATE TABLE account_contacts (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  type_of text NOT NULL CHECK (type_of IN ('whatsapp', 'whatsapp_group', 'discord', 'discord_group', 'slack', 'other')),
  alias text,
  url text NOT NULL,
  phone_country text,
  phone_country_code text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
CALL protect_account_rows('account_contacts');

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  token_hash text NOT NULL CONSTRAINT sessions_token_key UNIQUE,
  user_id uuid NOT NULL REFERENCES users (id),
  account_id uuid REFERENCES accounts (id),
  acting_as jsonb, -- staff only: {account_id, reason, until} (decision 28)
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  ip text,
  user_agent text
);
CREATE INDEX sessions_user_idx ON sessions (user_id, created_at DESC);

CREATE TABLE user_links (
  token_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('create_password', 'verify_email', 'invite')),
  account_id uuid REFERENCES accounts (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX user_links_user_idx ON user_links (user_id, kind);

CREATE TABLE login_attempts (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  ip text NOT NULL,
  user_id uuid REFERENCES users (id),
  ok boolean NOT NULL,
  at timestamptz NOT NULL,
  user_agent text
);
CREATE INDEX login_attempts_lock_idx ON login_attempts (email, ip, at DESC);
CREATE INDEX login_attempts_user_idx ON login_attempts (user_id, at DESC);

-- Answers kept for 24 hours per actor, route and key (decision 26).
CREATE TABLE idempotency_keys (
  actor_id uuid NOT NULL,
  route text NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 8 AND 100),
  body_hash bytea NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (actor_id, route, key)
);
CREATE INDEX idempotency_keys_age_idx ON idempotency_keys (created_at);

-- Every mutation writes one row in its own transaction; values only of non-personal fields (decisions 12, 39).
CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  account_id uuid REFERENCES accounts (id),
  at timestamptz NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('merchant', 'staff', 'system', 'anonymous')),
  actor_user_id uuid REFERENCES users (id),
  actor_name text,
  acting boolean NOT NULL DEFAULT false,
  action text NOT NULL,
  entity text NOT NULL,
  entity_id text,
  fields text[] NOT NULL DEFAULT '{}',
  details jsonb NOT NULL DEFAULT '{}',
  request_id text
);
CREATE INDEX audit_log_account_idx ON audit_log (account_id, at DESC, id DESC);
CREATE INDEX audit_log_entity_idx ON audit_log (account_id, entity, entity_id, at DESC);
CALL protect_account_rows('audit_log');
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM tradewind_app, tradewind_desk;

-- Every staff read of a merchant's record (decision 39).
CREATE TABLE access_log (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  at timestamptz NOT NULL,
  staff_user_id uuid NOT NULL REFERENCES users (id),
  feature text NOT NULL,
  route text NOT NULL,
  entity_id text,
  request_id text
);
CREATE INDEX access_log_account_idx ON access_log (account_id, at DESC, id DESC);
CALL protect_account_rows('access_log');
CREATE TRIGGER access_log_append_only BEFORE UPDATE OR DELETE ON access_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON access_log FROM tradewind_app, tradewind_desk;
