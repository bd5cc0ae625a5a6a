-- People are shown by the name that they go by, and by their user name where they have none. What callers did was kept under the
-- user name alone, so that one person stood under two names in a conversation and in a history.
DROP FUNCTION find_session(text, timestamptz, timestamptz);

CREATE FUNCTION find_session(token text, at_time timestamptz, idle_since timestamptz)
  RETURNS TABLE(id uuid, user_id uuid, kind text, name text, email_verified boolean, locale text, last_seen_at timestamptz,
    account_id uuid, role text, rights jsonb, all_stores boolean, acting_as jsonb, stores text[], staff_roles text[])
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
  SET search_path TO 'pg_catalog', 'public'
AS $$
BEGIN
  RETURN QUERY
    SELECT s.id, s.user_id, u.kind, coalesce(nullif(u.nick_name, ''), u.username), u.email_verified_at IS NOT NULL, u.locale,
      s.last_seen_at, m.account_id, m.role, m.rights, m.all_stores, s.acting_as,
      (SELECT array_agg(ms.store_id::text) FROM membership_stores ms
        WHERE ms.account_id = m.account_id AND ms.user_id = m.user_id),
      (SELECT array_agg(r.role) FROM staff_roles r WHERE r.user_id = u.id)
    FROM sessions s
    JOIN users u ON u.id = s.user_id
    LEFT JOIN memberships m ON m.account_id = s.account_id AND m.user_id = s.user_id AND m.status = 'active'
    WHERE s.token_hash = token AND s.revoked_at IS NULL AND s.expires_at > at_time AND s.last_seen_at > idle_since;
END
$$;

REVOKE ALL ON FUNCTION find_session(text, timestamptz, timestamptz) FROM public;
GRANT EXECUTE ON FUNCTION find_session(text, timestamptz, timestamptz) TO tradewind_app, tradewind_desk;
