-- Sign-ups wait for the link in their mail, and mails that anybody can ask for are noted before they are made: so neither
-- call tells who has an account, and no address gets many of them (P57). Whoever is not logged in is counted by address
-- (P52). Staff log in where a domain's scripts run only if an admin allows it.

CREATE TABLE sign_ups (
  id uuid NOT NULL PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  username text NOT NULL CHECK (username ~ '^[A-Za-z0-9._-]{3,32}$'),
  password_hash text NOT NULL,
  account_name text NOT NULL CHECK (length(account_name) BETWEEN 1 AND 120),
  locale text NOT NULL CHECK (locale IN ('en', 'zh')),
  time_zone text NOT NULL,
  redirect text,
  token_hash text UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_ups_username_idx ON sign_ups (lower(username));

CREATE TABLE mail_requests (
  id uuid NOT NULL PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  kind text NOT NULL CHECK (kind IN ('sign_up', 'create_password', 'verify_email')),
  sign_up_id uuid REFERENCES sign_ups (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  mailed_at timestamptz,
  CHECK ((kind = 'sign_up') = (sign_up_id IS NOT NULL))
);
CREATE INDEX mail_requests_email_idx ON mail_requests (email, created_at);
CREATE INDEX mail_requests_sign_up_idx ON mail_requests (sign_up_id);

CALL protect_own_rows('sign_ups', 'false');
CALL protect_own_rows('mail_requests', 'false');
REVOKE ALL ON sign_ups, mail_requests FROM tradewind_app;

CREATE INDEX login_attempts_address_idx ON login_attempts (ip, at) WHERE NOT ok;

ALTER TABLE sites ADD COLUMN staff_login boolean NOT NULL DEFAULT false;
