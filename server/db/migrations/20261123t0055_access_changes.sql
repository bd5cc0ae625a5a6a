-- Event streams ask again who reads them as soon as that person's sessions, memberships or roles change.

CREATE FUNCTION tell_access_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tradewind_events', json_build_object('access_of', coalesce(NEW.user_id, OLD.user_id))::text);
  RETURN NULL;
END $$;

CREATE TRIGGER sessions_access AFTER UPDATE OF revoked_at, acting_as OR DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION tell_access_changed();
CREATE TRIGGER memberships_access AFTER INSERT OR UPDATE OR DELETE ON memberships
  FOR EACH ROW EXECUTE FUNCTION tell_access_changed();
CREATE TRIGGER membership_stores_access AFTER INSERT OR DELETE ON membership_stores
  FOR EACH ROW EXECUTE FUNCTION tell_access_changed();
CREATE TRIGGER staff_roles_access AFTER INSERT OR DELETE ON staff_roles
  FOR EACH ROW EXECUTE FUNCTION tell_access_changed();
