-- Parcels on their way: what carriers say of them, which are watched, and how long deliveries take (domain.md §3.7).

ALTER TABLE parcels
  ADD COLUMN substatus text CHECK (length(substatus) BETWEEN 1 AND 40),
  ADD COLUMN handed_over_at timestamptz, -- as the warehouse says
  ADD COLUMN first_scan_at timestamptz,  -- as the carrier says
  ADD COLUMN last_event_at timestamptz;
UPDATE parcels SET handed_over_at = shipped_at WHERE status <> 'pending';
CREATE INDEX parcels_delivered_idx ON parcels (delivered_at) WHERE delivered_at IS NOT NULL;

-- Every number that a parcel is followed by. Those that wait are registered at the feed, the others asked for now and then.
CREATE TABLE parcel_trackings (
  account_id uuid NOT NULL,
  parcel_id uuid NOT NULL,
  number text NOT NULL,
  carrier text NOT NULL,
  leg text NOT NULL CHECK (leg IN ('main', 'last_mile')),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'registered', 'refused', 'replaced', 'done')),
  due_at timestamptz NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, parcel_id, number),
  CONSTRAINT parcel_trackings_parcel_fkey FOREIGN KEY (account_id, parcel_id) REFERENCES parcels (account_id, id)
);
CREATE INDEX parcel_trackings_number_idx ON parcel_trackings (number);
CREATE INDEX parcel_trackings_due_idx ON parcel_trackings (due_at) WHERE state IN ('waiting', 'registered');
CALL protect_account_rows('parcel_trackings');

-- What a carrier said of a parcel, once per event, in the words of ours and of the carrier. Never the buyer's name.
CREATE TABLE parcel_events (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  parcel_id uuid NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 120), -- the carrier's name of the event
  number text NOT NULL,
  carrier text NOT NULL,
  status text CHECK (status IN ('pending', 'info_received', 'in_transit', 'out_for_delivery', 'available_for_pickup', 'attempt_failed', 'exception', 'delivered', 'expired', 'returned')),
  substatus text CHECK (length(substatus) BETWEEN 1 AND 40),
  at timestamptz NOT NULL,
  place text NOT NULL DEFAULT '',
  said text NOT NULL DEFAULT '',
  next_carrier text,
  next_number text,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT parcel_events_key UNIQUE (account_id, parcel_id, key),
  CONSTRAINT parcel_events_next CHECK ((next_carrier IS NULL) = (next_number IS NULL)),
  CONSTRAINT parcel_events_parcel_fkey FOREIGN KEY (account_id, parcel_id) REFERENCES parcels (account_id, id)
);
CALL protect_account_rows('parcel_events');

-- Calls of carriers, kept before any work; unique by the feed's delivery id.
CREATE TABLE carrier_inbox (
  feed text NOT NULL,
  delivery_id text NOT NULL,
  words jsonb NOT NULL,
  received_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (feed, delivery_id)
);
CREATE INDEX carrier_inbox_received_idx ON carrier_inbox (received_at);

-- When a paid order is to be looked at again: -infinity means at the next occasion.
CREATE TABLE order_watch_times (
  account_id uuid NOT NULL,
  order_id uuid NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, order_id),
  CONSTRAINT order_watch_times_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id)
);
CREATE INDEX order_watch_times_due_idx ON order_watch_times (due_at);
CALL protect_account_rows('order_watch_times');

-- Why an order is watched: a rule, for one of its parcels or for the order as a whole (then the subject is the order).
CREATE TABLE parcel_watches (
  account_id uuid NOT NULL,
  order_id uuid NOT NULL,
  subject uuid NOT NULL,
  parcel_id uuid,
  rule text NOT NULL CHECK (rule IN ('no_number', 'no_scan', 'silent', 'exception', 'returned', 'late')),
  since timestamptz NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, order_id, subject, rule),
  CONSTRAINT parcel_watches_subject CHECK (subject = coalesce(parcel_id, order_id)),
  CONSTRAINT parcel_watches_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id),
  CONSTRAINT parcel_watches_parcel_fkey FOREIGN KEY (account_id, parcel_id) REFERENCES parcels (account_id, id)
);
CREATE INDEX parcel_watches_desk_idx ON parcel_watches (since, order_id);
CREATE INDEX parcel_watches_rule_idx ON parcel_watches (rule, since, order_id);
CALL protect_account_rows('parcel_watches');

-- Deliveries per day, and the windows that follow from them; over all clients.
CREATE TABLE transit_days (
  channel_id uuid NOT NULL REFERENCES channels (id),
  country char(2) NOT NULL,
  day date NOT NULL,
  days int NOT NULL CHECK (days >= 0), -- from payment to the door
  n int NOT NULL CHECK (n > 0),
  PRIMARY KEY (channel_id, country, day, days)
);
CREATE INDEX transit_days_day_idx ON transit_days (day);
CREATE TABLE transit_windows (
  channel_id uuid NOT NULL REFERENCES channels (id),
  country char(2) NOT NULL,
  days_p50 int NOT NULL,
  days_p90 int NOT NULL,
  samples int NOT NULL,
  measured_at timestamptz NOT NULL,
  PRIMARY KEY (channel_id, country),
  CONSTRAINT transit_windows_days CHECK (days_p90 >= days_p50)
);

ALTER TABLE orders
  ADD COLUMN promised_from date, -- frozen at payment
  ADD COLUMN promised_by date,
  ADD CONSTRAINT orders_promised CHECK (promised_by >= promised_from AND (promised_from IS NULL) = (promised_by IS NULL));

-- Whatever act gives a parcel a number, it is followed from then on, and its order is looked at.
CREATE FUNCTION follow_parcel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE parcel_trackings SET state = 'replaced'
    WHERE account_id = NEW.account_id AND parcel_id = NEW.id AND number <> NEW.tracking_number AND number IS DISTINCT FROM NEW.last_mile_number;
  END IF;
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
CREATE TRIGGER parcels_follow AFTER INSERT OR UPDATE OF carrier, tracking_number, last_mile_carrier, last_mile_number ON parcels
  FOR EACH ROW EXECUTE FUNCTION follow_parcel();

CREATE FUNCTION watch_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_watch_times (account_id, order_id, due_at) VALUES (NEW.account_id, NEW.id, '-infinity')
  ON CONFLICT (account_id, order_id) DO UPDATE SET due_at = '-infinity';
  RETURN NULL;
END
$$;
CREATE TRIGGER orders_watch AFTER UPDATE OF stage, claimed ON orders
  FOR EACH ROW WHEN (NEW.paid_at IS NOT NULL AND (OLD.stage <> NEW.stage OR OLD.claimed <> NEW.claimed)) EXECUTE FUNCTION watch_order();

INSERT INTO order_watch_times (account_id, order_id, due_at)
SELECT account_id, id, '-infinity' FROM orders
WHERE paid_at IS NOT NULL AND stage IN ('processing', 'ready_to_ship', 'partially_shipped', 'shipped');
