-- What follows orders and parcels is written once for a statement, not once for each of its rows.

DROP TRIGGER orders_watch ON orders;
DROP FUNCTION watch_order();
CREATE FUNCTION watch_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_watch_times (account_id, order_id, due_at)
  SELECT c.account_id, c.id, '-infinity' FROM (
    SELECT account_id, id, stage, claimed FROM added WHERE paid_at IS NOT NULL EXCEPT SELECT account_id, id, stage, claimed FROM gone) c
  ORDER BY c.account_id, c.id
  ON CONFLICT (account_id, order_id) DO UPDATE SET due_at = '-infinity';
  RETURN NULL;
END
$$;
CREATE TRIGGER orders_watch AFTER UPDATE ON orders REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION watch_orders();

-- Whatever act gives a parcel a number, it is followed from then on, and its order is looked at: new parcels together, changed ones singly.
CREATE FUNCTION follow_new_parcels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO parcel_trackings (account_id, parcel_id, number, carrier, leg, due_at)
  SELECT p.account_id, p.id, n.number, n.carrier, n.leg, '-infinity'
  FROM added p,
    LATERAL (VALUES (p.tracking_number, p.carrier, 'main'), (p.last_mile_number, p.last_mile_carrier, 'last_mile')) AS n(number, carrier, leg)
  WHERE n.number IS NOT NULL AND (n.leg = 'main' OR n.number <> p.tracking_number);
  INSERT INTO order_watch_times (account_id, order_id, due_at)
  SELECT DISTINCT account_id, order_id, timestamptz '-infinity' FROM added ORDER BY account_id, order_id
  ON CONFLICT (account_id, order_id) DO UPDATE SET due_at = '-infinity';
  RETURN NULL;
END
$$;
CREATE OR REPLACE FUNCTION follow_parcel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE parcel_trackings SET state = 'replaced'
  WHERE account_id = NEW.account_id AND parcel_id = NEW.id AND number <> NEW.tracking_number AND number IS DISTINCT FROM NEW.last_mile_number;
  INSERT INTO parcel_trackings (account_id, parcel_id, number, carrier, leg, due_at)
  SELECT NEW.account_id, NEW.id, n.number, n.carrier, n.leg, '-infinity'
  FROM (VALUES (NEW.tracking_number, NEW.carrier, 'main'), (NEW.last_mile_number, NEW.last_mile_carrier, 'last_mile')) AS n(number, carrier, leg)
  WHERE n.number IS NOT NULL AND (n.leg = 'main' OR n.number <> NEW.tracking_number)
  ON CONFLICT (account_id, parcel_id, number) DO UPDATE
    SET state = 'waiting', carrier = excluded.carrier, leg = excluded.leg, due_at = '-infinity', attempts = 0
    WHERE parcel_trackings.state = 'replaced' OR parcel_trackings.carrier <> excluded.carrier;
  INSERT INTO order_watch_times (account_id, order_id, due_at) VALUES (NEW.account_id, NEW.order_id, '-infinity')
  ON CONFLICT (account_id, order_id) DO UPDATE SET due_at = '-infinity';
  RETURN NULL;
END
$$;
DROP TRIGGER parcels_follow ON parcels;
CREATE TRIGGER parcels_follow_insert AFTER INSERT ON parcels REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION follow_new_parcels();
CREATE TRIGGER parcels_follow_update AFTER UPDATE OF carrier, tracking_number, last_mile_carrier, last_mile_number ON parcels
  FOR EACH ROW EXECUTE FUNCTION follow_parcel();

-- Months whose parcels are to be read again: of what came, and of what a change left or led to.
CREATE FUNCTION note_new_parcel_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statistics_months (account_id, month)
  SELECT DISTINCT p.account_id, date_trunc('month', m.moment AT TIME ZONE a.time_zone)::date
  FROM added p JOIN accounts a ON a.id = p.account_id, unnest(ARRAY[p.shipped_at, p.delivered_at]) AS m(moment)
  WHERE m.moment IS NOT NULL;
  RETURN NULL;
END
$$;
CREATE FUNCTION note_changed_parcel_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statistics_months (account_id, month)
  SELECT DISTINCT c.account_id, date_trunc('month', m.moment AT TIME ZONE a.time_zone)::date
  FROM (
    (SELECT account_id, id, shipped_at, delivered_at, channel_id FROM added EXCEPT SELECT account_id, id, shipped_at, delivered_at, channel_id FROM gone)
    UNION ALL
    (SELECT account_id, id, shipped_at, delivered_at, channel_id FROM gone EXCEPT SELECT account_id, id, shipped_at, delivered_at, channel_id FROM added)
  ) c JOIN accounts a ON a.id = c.account_id, unnest(ARRAY[c.shipped_at, c.delivered_at]) AS m(moment)
  WHERE m.moment IS NOT NULL;
  RETURN NULL;
END
$$;
DROP TRIGGER parcels_statistics ON parcels;
DROP FUNCTION note_parcel_months();
CREATE TRIGGER parcels_statistics_insert AFTER INSERT ON parcels REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_parcel_months();
CREATE TRIGGER parcels_statistics_update AFTER UPDATE ON parcels REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_parcel_months();
