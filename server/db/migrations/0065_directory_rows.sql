-- Row-level security of the tables that belong to no single account: people, their sessions, and what leads from a
-- token, a shop or a payment to an account. A statement of a merchant's call that went wrong must not read the
-- password hashes, sessions, kept answers or payments of others.

-- The person of the running transaction; null in jobs and outside of a transaction.
CREATE FUNCTION app_user() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.user_id', true), '')::uuid;

-- Puts a table behind row-level security: staff and jobs see all rows, calls of merchants those for which `own` holds.
CREATE PROCEDURE protect_own_rows(target regclass, own text)
  LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY own_rows ON %s TO tradewind_app USING (%s) WITH CHECK (%2$s)', target, own);
  EXECUTE format('CREATE POLICY desk_rows ON %s TO tradewind_desk USING (true) WITH CHECK (true)', target);
END
$$;

-- People: members of the account, staff (who answer and act), oneself. The password hash is for staff calls and jobs
-- alone, which log-in is one of; columns that come later need a GRANT of their own.
CALL protect_own_rows('users', $own$
  id = app_user() OR kind = 'staff'
  OR EXISTS (SELECT FROM memberships m WHERE m.account_id = app_account() AND m.user_id = users.id)$own$);
REVOKE ALL ON users FROM tradewind_app;
DO $$
DECLARE
  names text;
BEGIN
  SELECT string_agg(quote_ident(attname), ', ') INTO names FROM pg_attribute
    WHERE attrelid = 'users'::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'password_hash';
  EXECUTE format('GRANT SELECT (%s), UPDATE (%1$s) ON users TO tradewind_app', names);
END
$$;
CREATE POLICY own_changes ON users AS RESTRICTIVE FOR UPDATE TO tradewind_app USING (id = app_user());

CALL protect_own_rows('accounts', $own$
  id = app_account()
  OR EXISTS (SELECT FROM memberships m WHERE m.account_id = accounts.id AND m.user_id = app_user())$own$);
CALL protect_own_rows('memberships', 'account_id = app_account() OR user_id = app_user()');
CALL protect_own_rows('membership_stores', 'account_id = app_account() OR user_id = app_user()');
CALL protect_own_rows('staff_roles', 'true');
CALL protect_own_rows('sessions', 'user_id = app_user()');
CALL protect_own_rows('user_links', 'false');
CALL protect_own_rows('login_attempts', 'user_id = app_user()');
CALL protect_own_rows('idempotency_keys', 'actor_id = app_user()');

CALL protect_own_rows('external_payments', 'account_id = app_account()');
CALL protect_own_rows('payment_events', 'false');
CALL protect_own_rows('file_links', 'account_id = app_account()');
CALL protect_own_rows('quote_shares', 'account_id = app_account()');
CALL protect_own_rows('shop_domains', 'account_id = app_account()');
CALL protect_own_rows('shop_identities', 'account_id = app_account()');
CALL protect_own_rows('oauth_states', 'account_id = app_account()');
CALL protect_own_rows('woo_authorizations', 'account_id = app_account()');
CALL protect_own_rows('carrier_inbox', 'false');
CALL protect_own_rows('webhook_inbox', $own$
  EXISTS (SELECT FROM stores s WHERE s.platform = webhook_inbox.platform AND s.external_domain = webhook_inbox.shop)$own$);

-- Rights and accounts are given by log-in, sign-up and staff, never by a merchant's call.
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON memberships, staff_roles, login_attempts, webhook_inbox FROM tradewind_app;
REVOKE INSERT, DELETE, TRUNCATE ON accounts FROM tradewind_app;

-- What must be known before it is known who calls, and what only says that something exists. They run as the owner.

-- The session of a token with its person; one statement per call.
CREATE FUNCTION find_session(token text, at_time timestamptz, idle_since timestamptz)
  RETURNS TABLE (id uuid, user_id uuid, kind text, username text, email_verified boolean, locale text, last_seen_at timestamptz,
    account_id uuid, role text, rights jsonb, all_stores boolean, acting_as jsonb, stores text[], staff_roles text[])
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1 SET search_path = pg_catalog, public AS $$
BEGIN
  RETURN QUERY
    SELECT s.id, s.user_id, u.kind, u.username, u.email_verified_at IS NOT NULL, u.locale, s.last_seen_at,
      m.account_id, m.role, m.rights, m.all_stores, s.acting_as,
      (SELECT array_agg(ms.store_id::text) FROM membership_stores ms
        WHERE ms.account_id = m.account_id AND ms.user_id = m.user_id),
      (SELECT array_agg(r.role) FROM staff_roles r WHERE r.user_id = u.id)
    FROM sessions s
    JOIN users u ON u.id = s.user_id
    LEFT JOIN memberships m ON m.account_id = s.account_id AND m.user_id = s.user_id AND m.status = 'active'
    WHERE s.token_hash = token AND s.revoked_at IS NULL AND s.expires_at > at_time AND s.last_seen_at > idle_since;
END
$$;

-- Notes that a session was used.
CREATE FUNCTION touch_session(token text, at_time timestamptz) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  UPDATE sessions SET last_seen_at = at_time WHERE token_hash = token
$$;

-- When a member was last seen in the account of the transaction.
CREATE FUNCTION member_last_seen(member uuid) RETURNS timestamptz
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT max(last_seen_at) FROM sessions WHERE user_id = member AND account_id = app_account()
$$;

-- The account and store that hold a shop, so that no second account connects it.
CREATE FUNCTION shop_holder(of_platform text, of_domain text) RETURNS TABLE (account_id uuid, store_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER ROWS 1 SET search_path = pg_catalog, public AS $$
  SELECT d.account_id, d.store_id FROM shop_domains d WHERE d.platform = of_platform AND d.external_domain = of_domain
$$;

-- Whether a payment from outside was credited, to whomever.
CREATE FUNCTION is_payment_credited(of_provider text, of_reference text) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM external_payments WHERE provider = of_provider AND reference = of_reference)
$$;

DO $$
DECLARE
  made text;
BEGIN
  FOREACH made IN ARRAY ARRAY['find_session(text, timestamptz, timestamptz)', 'touch_session(text, timestamptz)',
    'member_last_seen(uuid)', 'shop_holder(text, text)',
    'is_payment_credited(text, text)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', made);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO tradewind_app, tradewind_desk', made);
  END LOOP;
END
$$;
