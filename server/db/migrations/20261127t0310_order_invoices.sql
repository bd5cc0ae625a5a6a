-- Invoices of orders that the provider issues: their prices stand until `price_valid_until`, then they expire.
ALTER TABLE accounts ADD COLUMN invoicing text NOT NULL DEFAULT 'checkout' CHECK (invoicing IN ('checkout', 'daily')),
  ADD COLUMN invoice_valid_hours integer NOT NULL DEFAULT 24 CHECK (invoice_valid_hours BETWEEN 1 AND 720),
  ADD COLUMN invoiced_on date;

ALTER TABLE invoices ADD COLUMN replaces uuid,
  ADD COLUMN ended_reason text,
  ADD CONSTRAINT invoices_replaces_fkey FOREIGN KEY (account_id, replaces) REFERENCES invoices (account_id, id),
  ADD CONSTRAINT invoices_valid CHECK (kind <> 'orders' OR status NOT IN ('open', 'expired') OR price_valid_until IS NOT NULL);
CREATE UNIQUE INDEX invoices_replaces_key ON invoices (account_id, replaces) WHERE replaces IS NOT NULL;
CREATE INDEX invoices_valid_idx ON invoices (price_valid_until) WHERE status = 'open' AND price_valid_until IS NOT NULL;

-- The number of the part is what keeps an order from being billed twice; a bill that ended unpaid has none any more.
ALTER TABLE invoice_orders ALTER COLUMN part DROP NOT NULL,
  -- What of the order its amounts were computed for, as a hash; null where it was paid as it was billed.
  ADD COLUMN content text;

-- Bills that ended unpaid cost nothing.
CREATE OR REPLACE FUNCTION statistics_of_order(o orders)
 RETURNS TABLE(account_id uuid, store_id uuid, day date, country character, channel_id uuid, orders bigint, cancelled bigint, self_fulfilled bigint, units bigint, sales bigint, converted bigint, no_rate bigint, goods bigint, freight bigint, fees bigint, no_cost bigint, profit bigint, profit_sales bigint, credited bigint, kept bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT (o).account_id, (o).store_id, ((o).placed_at AT TIME ZONE a.time_zone)::date, (o).country, (o).channel_id,
    ((o).stage <> 'merged')::int::bigint,
    ((o).stage = 'cancelled')::int::bigint,
    ((o).stage = 'self_fulfilled')::int::bigint,
    CASE WHEN f.live THEN (o).units ELSE 0 END::bigint,
    coalesce(f.sale, 0),
    (f.sale IS NOT NULL AND (o).currency <> a.currency)::int::bigint,
    (f.live AND f.sale IS NULL)::int::bigint,
    CASE WHEN f.priced THEN (o).cost_goods ELSE 0 END,
    CASE WHEN f.priced THEN (o).cost_freight ELSE 0 END,
    CASE WHEN f.priced THEN (o).cost_fees ELSE 0 END,
    (f.live AND NOT f.priced AND (o).stage <> 'self_fulfilled')::int::bigint,
    CASE WHEN f.priced AND f.sale IS NOT NULL THEN f.sale - (o).cost_total ELSE 0 END,
    CASE WHEN f.priced AND f.sale IS NOT NULL THEN f.sale ELSE 0 END,
    CASE WHEN f.live THEN b.credited ELSE 0 END,
    CASE WHEN f.live THEN 0 ELSE b.total - b.credited END
  FROM accounts a
  CROSS JOIN LATERAL (
    SELECT (o).stage NOT IN ('cancelled', 'merged') AS live,
      (o).stage NOT IN ('cancelled', 'merged') AND (o).cost_total IS NOT NULL AND (o).cost_currency = a.currency AS priced,
      CASE WHEN (o).stage NOT IN ('cancelled', 'merged')
        THEN converted_minor((o).total, (o).currency, a.currency, (o).sale_rate) END AS sale) f
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(i.total), 0)::bigint AS total, coalesce(sum(i.credited), 0)::bigint AS credited
    FROM invoice_orders i WHERE (o).paid_at IS NOT NULL AND i.account_id = (o).account_id AND i.order_id = (o).id AND i.part IS NOT NULL) b
  WHERE a.id = (o).account_id
$function$;
