-- Sales by product, deliveries and claims by shipping method and country, and what merchants spend on ads.

-- Units, sales and cost of goods by product and day; read again from the lines of a day whose orders changed (0050).
CREATE TABLE statistics_products (
  account_id uuid NOT NULL,
  store_id uuid NOT NULL,
  day date NOT NULL,
  product_id uuid, -- null: lines whose product is unknown
  orders bigint NOT NULL,
  units bigint NOT NULL,
  sales bigint NOT NULL,
  goods bigint NOT NULL, -- of the lines with a known cost
  no_cost bigint NOT NULL, -- lines without one
  UNIQUE NULLS NOT DISTINCT (account_id, day, store_id, product_id)
);
CALL protect_account_rows('statistics_products');

-- How many calendar days deliveries took from payment, by the month in which they arrived.
CREATE TABLE statistics_deliveries (
  account_id uuid NOT NULL,
  month date NOT NULL,
  store_id uuid NOT NULL,
  country char(2),
  channel_id uuid NOT NULL,
  days int NOT NULL,
  parcels bigint NOT NULL,
  promised bigint NOT NULL, -- those that a day was promised for
  late bigint NOT NULL,
  UNIQUE NULLS NOT DISTINCT (account_id, month, store_id, country, channel_id, days)
);
CALL protect_account_rows('statistics_deliveries');

-- Parcels and the claims that came of them, by the month in which they were sent.
CREATE TABLE statistics_parcels (
  account_id uuid NOT NULL,
  month date NOT NULL,
  store_id uuid NOT NULL,
  country char(2),
  channel_id uuid NOT NULL,
  parcels bigint NOT NULL,
  claims bigint NOT NULL,
  asked bigint NOT NULL,
  granted bigint NOT NULL,
  UNIQUE NULLS NOT DISTINCT (account_id, month, store_id, country, channel_id)
);
CALL protect_account_rows('statistics_parcels');

-- Months whose parcels are to be read again; whoever changes one appends, and a job takes them away.
CREATE TABLE statistics_months (
  account_id uuid NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  month date NOT NULL,
  PRIMARY KEY (account_id, id)
);
CALL protect_account_rows('statistics_months');

CREATE INDEX parcels_account_shipped_idx ON parcels (account_id, shipped_at);
CREATE INDEX parcels_account_delivered_idx ON parcels (account_id, delivered_at) WHERE delivered_at IS NOT NULL;

CREATE FUNCTION note_parcel_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statistics_months (account_id, month)
  SELECT DISTINCT NEW.account_id, date_trunc('month', moment AT TIME ZONE a.time_zone)::date
  FROM accounts a, unnest(ARRAY[NEW.shipped_at, NEW.delivered_at, CASE WHEN TG_OP = 'UPDATE' THEN OLD.delivered_at END]) AS m(moment)
  WHERE a.id = NEW.account_id AND moment IS NOT NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER parcels_statistics AFTER INSERT OR UPDATE OF delivered_at, shipped_at, channel_id ON parcels
  FOR EACH ROW EXECUTE FUNCTION note_parcel_months();

CREATE FUNCTION note_claim_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statistics_months (account_id, month)
  SELECT o.account_id, date_trunc('month', coalesce(p.shipped_at, o.shipped_at) AT TIME ZONE a.time_zone)::date
  FROM orders o JOIN accounts a ON a.id = o.account_id
  LEFT JOIN parcels p ON p.account_id = o.account_id AND p.id = NEW.parcel_id
  WHERE o.account_id = NEW.account_id AND o.id = NEW.order_id AND coalesce(p.shipped_at, o.shipped_at) IS NOT NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER claims_statistics AFTER INSERT OR UPDATE OF status, granted, asked ON claims
  FOR EACH ROW EXECUTE FUNCTION note_claim_months();

-- What was spent on ads: one row for a day, a store or all of them, a platform and a campaign, at the rate of the day (P58).
CREATE TABLE ad_spend (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  day date NOT NULL,
  store_id uuid, -- null: of no store alone
  platform text NOT NULL CHECK (length(platform) BETWEEN 1 AND 40),
  campaign text NOT NULL DEFAULT '' CHECK (length(campaign) <= 120),
  amount bigint NOT NULL CHECK (amount >= 0),
  currency char(3) NOT NULL,
  rate numeric(24, 12) CHECK (rate > 0), -- units of the account's currency for one of these; null while there is none
  source text NOT NULL CHECK (source IN ('manual', 'file')),
  created_by uuid REFERENCES users (id),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, store_id) REFERENCES stores (account_id, id),
  UNIQUE NULLS NOT DISTINCT (account_id, day, store_id, platform, campaign)
);
CALL protect_account_rows('ad_spend');
CREATE INDEX ad_spend_without_rate_idx ON ad_spend (day) WHERE rate IS NULL;

ALTER TABLE files DROP CONSTRAINT files_purpose_check;
ALTER TABLE files ADD CONSTRAINT files_purpose_check CHECK (purpose IN ('recharge_proof', 'order_import', 'quote_attachment', 'export', 'image_search',
  'mapping_file', 'stock_qc', 'claim_evidence', 'ad_spend'));

-- Who gets a summary by mail, and how often.
CREATE TABLE statistics_mails (
  account_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  every text NOT NULL CHECK (every IN ('week', 'month')),
  -- First day of the last period that was sent; null before the first.
  sent_from date,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, user_id),
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE
);
CALL protect_account_rows('statistics_mails');

-- The parcels so far.
INSERT INTO statistics_months (account_id, month)
SELECT DISTINCT p.account_id, date_trunc('month', moment AT TIME ZONE a.time_zone)::date
FROM parcels p JOIN accounts a ON a.id = p.account_id, unnest(ARRAY[p.shipped_at, p.delivered_at]) AS m(moment)
WHERE moment IS NOT NULL;
-- Products are read with the next look at all orders.
SELECT enqueue_task('statistics_check', json_build_object('account_id', id), 'statistics_check:' || id) FROM accounts
WHERE EXISTS (SELECT FROM orders o WHERE o.account_id = accounts.id);
