-- Rates of exchange by day: units of a currency for one euro, as published or as entered by staff. They belong to nobody and
-- everybody may read them. An order keeps the rate of its date, whatever is published or entered later (P58).
CREATE TABLE exchange_rates (
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$' AND currency <> 'EUR'),
  day date NOT NULL,
  source text NOT NULL CHECK (source IN ('ecb', 'staff')),
  per_euro numeric(20, 10) NOT NULL CHECK (per_euro > 0),
  created_by uuid REFERENCES users (id), -- null: published
  created_at timestamptz NOT NULL,
  PRIMARY KEY (currency, day, source)
);
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON exchange_rates FROM tradewind_app;

-- The newest rate of a currency on a day, not older than seven days; of one day, what staff entered counts.
CREATE FUNCTION euro_rate(wanted char(3), at date) RETURNS TABLE (per_euro numeric, day date, source text)
LANGUAGE sql STABLE AS $$
  SELECT 1::numeric, at, NULL::text WHERE wanted = 'EUR'
  UNION ALL
  (SELECT r.per_euro, r.day, r.source FROM exchange_rates r
   WHERE r.currency = wanted AND r.day BETWEEN at - 7 AND at ORDER BY r.day DESC, r.source DESC LIMIT 1)
$$;

-- Units of `wanted` for one unit of `held` on a day, with the day and the source of the rate; no row without a rate.
CREATE FUNCTION exchange_rate(held char(3), wanted char(3), at date) RETURNS TABLE (rate numeric, day date, source text)
LANGUAGE sql STABLE AS $$
  SELECT 1::numeric, NULL::date, NULL::text WHERE held = wanted
  UNION ALL
  SELECT round(w.per_euro / h.per_euro, 12), least(w.day, h.day),
    CASE WHEN h.source = 'staff' OR w.source = 'staff' THEN 'staff' ELSE 'ecb' END
  FROM euro_rate(held, at) h, euro_rate(wanted, at) w WHERE held <> wanted
$$;

-- Units of the account's currency for one unit of the order's: 1 where they are the same, null while there is no rate.
ALTER TABLE orders
  ADD COLUMN sale_rate numeric(24, 12) DEFAULT 1 CHECK (sale_rate > 0),
  ADD COLUMN sale_rate_day date,
  ADD COLUMN sale_rate_source text CHECK (sale_rate_source IN ('ecb', 'staff'));
UPDATE orders o SET sale_rate = NULL FROM accounts a WHERE a.id = o.account_id AND a.currency <> o.currency;
ALTER TABLE orders ALTER COLUMN sale_rate DROP DEFAULT;
CREATE INDEX orders_without_rate_idx ON orders (account_id, placed_at, id) WHERE sale_rate IS NULL;

CREATE FUNCTION keep_sale_rate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.sale_rate := NULL;
  NEW.sale_rate_day := NULL;
  NEW.sale_rate_source := NULL;
  SELECT r.rate, r.day, r.source INTO NEW.sale_rate, NEW.sale_rate_day, NEW.sale_rate_source
  FROM accounts a, exchange_rate(NEW.currency, a.currency, (NEW.placed_at AT TIME ZONE 'UTC')::date) r
  WHERE a.id = NEW.account_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER orders_rate_insert BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION keep_sale_rate();
CREATE TRIGGER orders_rate_update BEFORE UPDATE OF currency, placed_at ON orders FOR EACH ROW
  WHEN (OLD.currency <> NEW.currency OR (OLD.placed_at AT TIME ZONE 'UTC')::date <> (NEW.placed_at AT TIME ZONE 'UTC')::date)
  EXECUTE FUNCTION keep_sale_rate();

-- The rate by which a margin was computed; no day where nothing was converted.
ALTER TABLE product_figures
  ADD COLUMN margin_rate numeric(24, 12),
  ADD COLUMN margin_rate_day date,
  ADD COLUMN margin_rate_source text CHECK (margin_rate_source IN ('ecb', 'staff'));
