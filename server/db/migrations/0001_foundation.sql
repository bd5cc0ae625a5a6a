-- Roles, tenancy and the pieces that every later migration uses (decisions 37-39).
-- The owner migrates. tradewind_app serves one account at a time, tradewind_desk serves staff queues and jobs;
-- neither owns a table nor can bypass row-level security.

DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['tradewind_app', 'tradewind_desk'] LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = wanted) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT NOBYPASSRLS', wanted);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL; -- another database of this server was migrated at the same moment
      END;
    END IF;
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
       AND NOT pg_has_role(current_user, wanted, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO %I', wanted, current_user);
    END IF;
  END LOOP;
END
$$;

GRANT USAGE ON SCHEMA public TO tradewind_app, tradewind_desk;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO tradewind_app, tradewind_desk;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO tradewind_app, tradewind_desk;

-- The account of the running transaction; null outside of one.
CREATE FUNCTION app_account() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.account_id', true), '')::uuid;

-- Puts a table with an account_id column behind row-level security.
CREATE PROCEDURE protect_account_rows(target regclass)
  LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY account_rows ON %s TO tradewind_app USING (account_id = app_account()) WITH CHECK (account_id = app_account())', target);
  EXECUTE format('CREATE POLICY desk_rows ON %s TO tradewind_desk USING (true) WITH CHECK (true)', target);
END
$$;

-- Trigger of append-only tables.
CREATE FUNCTION refuse_change() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;

-- Lets the application enqueue a job in its own transaction without rights on the queue's tables (decision 30).
CREATE FUNCTION enqueue_task(task text, payload json, job_key text DEFAULT NULL, run_at timestamptz DEFAULT NULL, queue text DEFAULT NULL, attempts int DEFAULT 25)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM graphile_worker.add_job(task, payload => payload, queue_name => queue, run_at => run_at,
    max_attempts => attempts, job_key => job_key);
END
$$;
REVOKE ALL ON FUNCTION enqueue_task(text, json, text, timestamptz, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_task(text, json, text, timestamptz, text, int) TO tradewind_app, tradewind_desk;
