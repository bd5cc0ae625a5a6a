-- Whoever enters a tracking number is asked when another order has it.
CREATE INDEX parcels_tracking_idx ON parcels (upper(tracking_number));
CREATE INDEX parcels_last_mile_idx ON parcels (upper(last_mile_number)) WHERE last_mile_number IS NOT NULL;
