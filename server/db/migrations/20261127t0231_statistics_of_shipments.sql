-- Delivery times from payment and from sending, refunds by shipping method, and claims by product.

-- `since` says what the days are counted from; parcels, promised and late are said once, with those from payment.
ALTER TABLE statistics_deliveries ADD COLUMN since text NOT NULL DEFAULT 'paid' CHECK (since IN ('paid', 'shipped'));
ALTER TABLE statistics_deliveries ALTER COLUMN since DROP DEFAULT;
ALTER TABLE statistics_deliveries DROP CONSTRAINT statistics_deliveries_account_id_month_store_id_country_cha_key;
ALTER TABLE statistics_deliveries ADD UNIQUE NULLS NOT DISTINCT (account_id, month, store_id, since, country, channel_id, days);

-- Claims that money was given back for.
ALTER TABLE statistics_parcels ADD COLUMN refunded bigint NOT NULL DEFAULT 0;
ALTER TABLE statistics_parcels ALTER COLUMN refunded DROP DEFAULT;

-- Units that were sent, claimed and refunded by product, by the month in which they were sent.
CREATE TABLE statistics_claims (
  account_id uuid NOT NULL,
  month date NOT NULL,
  store_id uuid NOT NULL,
  product_id uuid, -- null: lines whose product is unknown
  units bigint NOT NULL,
  claimed bigint NOT NULL,
  refunded bigint NOT NULL,
  granted bigint NOT NULL,
  UNIQUE NULLS NOT DISTINCT (account_id, month, store_id, product_id)
);
CALL protect_account_rows('statistics_claims');

-- What an order says of its parcels may change after they were sent; their months are read again then.
CREATE FUNCTION note_order_months() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO statistics_months (account_id, month)
  SELECT DISTINCT c.account_id, date_trunc('month', m.moment AT TIME ZONE a.time_zone)::date
  FROM (
    SELECT account_id, id, store_id, country, paid_at, promised_by, channel_id FROM added WHERE shipped_at IS NOT NULL
    EXCEPT
    SELECT account_id, id, store_id, country, paid_at, promised_by, channel_id FROM gone) c
  CROSS JOIN LATERAL (SELECT shipped_at, delivered_at FROM parcels WHERE account_id = c.account_id AND order_id = c.id OFFSET 0) p
  CROSS JOIN LATERAL unnest(ARRAY[p.shipped_at, p.delivered_at]) AS m(moment)
  JOIN accounts a ON a.id = c.account_id
  WHERE m.moment IS NOT NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER orders_months AFTER UPDATE ON orders REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_order_months();

-- Orders that wait for payment, by their age.
CREATE INDEX orders_waiting_idx ON orders (account_id, placed_at) INCLUDE (store_id, country, cost_total, cost_currency) WHERE stage = 'awaiting_payment';

-- The parcels so far.
INSERT INTO statistics_months (account_id, month)
SELECT DISTINCT p.account_id, date_trunc('month', moment AT TIME ZONE a.time_zone)::date
FROM parcels p JOIN accounts a ON a.id = p.account_id, unnest(ARRAY[p.shipped_at, p.delivered_at]) AS m(moment)
WHERE moment IS NOT NULL;
