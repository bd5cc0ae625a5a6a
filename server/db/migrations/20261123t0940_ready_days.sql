-- What is promised is made of two parts: the days until the goods are ready, which their SKUs say, and the days on the way,
-- which are measured from the parcel's departure. Before, they were measured from payment and hid the first part.
-- Open orders get theirs by the nightly look at those without (`orders_promises`), or when they are paid.
ALTER TABLE orders ADD COLUMN ready_days int CHECK (ready_days >= 0);

DELETE FROM transit_days;
DELETE FROM transit_windows;
COMMENT ON COLUMN transit_days.days IS 'from departure to the door';
INSERT INTO transit_days (channel_id, country, day, days, n)
SELECT p.channel_id, o.country, (p.delivered_at AT TIME ZONE 'UTC')::date,
  greatest(0, ceil(extract(epoch FROM p.delivered_at - p.shipped_at) / 86400))::int, count(*)
FROM parcels p JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id
WHERE p.delivered_at >= now() - interval '90 days' AND o.paid_at IS NOT NULL AND o.country IS NOT NULL
GROUP BY 1, 2, 3, 4;
INSERT INTO transit_windows (channel_id, country, days_p50, days_p90, samples, measured_at)
SELECT channel_id, country, min(days) FILTER (WHERE upto * 2 >= total), min(days) FILTER (WHERE upto * 10 >= total * 9), max(total), now()
FROM (
  SELECT channel_id, country, days, sum(n) OVER (PARTITION BY channel_id, country ORDER BY days) AS upto,
    sum(n) OVER (PARTITION BY channel_id, country) AS total
  FROM (SELECT channel_id, country, days, sum(n) AS n FROM transit_days GROUP BY 1, 2, 3) histogram
) cumulated
GROUP BY channel_id, country HAVING max(total) >= 30;
