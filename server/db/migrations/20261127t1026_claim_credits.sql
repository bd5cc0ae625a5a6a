-- Refunds by claims leave what an order costs as it is; every other credit note lowers it (cancelled units, a cheaper shipping
-- method, a line that was wrong). Profit added both to sales less cost, so that what was given back by credit notes counted twice.
ALTER TABLE invoice_orders
  -- What of the credited amount was given back by claims.
  ADD COLUMN claim_credited bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT invoice_orders_claim_credited CHECK (claim_credited >= 0 AND claim_credited <= credited);

UPDATE invoice_orders i SET claim_credited = c.amount
FROM (SELECT n.account_id, n.invoice_order_id, sum(n.amount)::bigint AS amount
      FROM credit_notes n JOIN ledger_transactions t ON t.account_id = n.account_id AND t.seq = n.ledger_seq
      WHERE t.kind = 'claim_refund' AND n.invoice_order_id IS NOT NULL GROUP BY 1, 2) c
WHERE i.account_id = c.account_id AND i.id = c.invoice_order_id;

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
    CASE WHEN f.live THEN b.claim_credited ELSE 0 END,
    CASE WHEN f.live THEN 0 ELSE b.total - b.credited END
  FROM accounts a
  CROSS JOIN LATERAL (
    SELECT (o).stage NOT IN ('cancelled', 'merged') AS live,
      (o).stage NOT IN ('cancelled', 'merged') AND (o).cost_total IS NOT NULL AND (o).cost_currency = a.currency AS priced,
      CASE WHEN (o).stage NOT IN ('cancelled', 'merged')
        THEN converted_minor((o).total - coalesce((o).shop_tax, 0) + (o).moved_tax, (o).currency, a.currency, (o).sale_rate) END AS sale) f
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(i.total), 0)::bigint AS total, coalesce(sum(i.credited), 0)::bigint AS credited,
      coalesce(sum(i.claim_credited), 0)::bigint AS claim_credited
    FROM invoice_orders i WHERE (o).paid_at IS NOT NULL AND i.account_id = (o).account_id AND i.order_id = (o).id AND i.part IS NOT NULL) b
  WHERE a.id = (o).account_id
$function$;

CREATE OR REPLACE FUNCTION note_billed_statistics() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO statistics_changes (account_id, store_id, day, country, channel_id, credited, kept)
    SELECT o.account_id, o.store_id, (o.placed_at AT TIME ZONE a.time_zone)::date, o.country, o.channel_id,
      sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN 0 ELSE b.claim_credited END),
      sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN b.total - b.credited ELSE 0 END)
    FROM added b
    CROSS JOIN LATERAL (SELECT * FROM orders WHERE account_id = b.account_id AND id = b.order_id OFFSET 0) o
    JOIN accounts a ON a.id = o.account_id
    WHERE o.paid_at IS NOT NULL AND (b.claim_credited <> 0 OR o.stage IN ('cancelled', 'merged'))
    GROUP BY 1, 2, 3, 4, 5;
    RETURN NULL;
  END IF;
  INSERT INTO statistics_changes (account_id, store_id, day, country, channel_id, credited, kept)
  SELECT o.account_id, o.store_id, (o.placed_at AT TIME ZONE a.time_zone)::date, o.country, o.channel_id,
    sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN 0 ELSE d.claim_credited END),
    sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN d.total - d.credited ELSE 0 END)
  FROM (SELECT account_id, order_id, sum(total) AS total, sum(credited) AS credited, sum(claim_credited) AS claim_credited
        FROM (SELECT account_id, order_id, total, credited, claim_credited FROM added
              UNION ALL SELECT account_id, order_id, -total, -credited, -claim_credited FROM gone) b
        GROUP BY 1, 2 HAVING sum(total) <> 0 OR sum(credited) <> 0 OR sum(claim_credited) <> 0) d
  CROSS JOIN LATERAL (SELECT * FROM orders WHERE account_id = d.account_id AND id = d.order_id OFFSET 0) o
  JOIN accounts a ON a.id = o.account_id
  WHERE o.paid_at IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5
  HAVING (sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN 0 ELSE d.claim_credited END),
    sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN d.total - d.credited ELSE 0 END)) <> (0, 0);
  RETURN NULL;
END
$$;

-- What was counted twice is taken out of the sums.
INSERT INTO statistics_changes (account_id, store_id, day, country, channel_id, credited)
SELECT o.account_id, o.store_id, (o.placed_at AT TIME ZONE a.time_zone)::date, o.country, o.channel_id, -sum(i.credited - i.claim_credited)
FROM invoice_orders i
JOIN orders o ON o.account_id = i.account_id AND o.id = i.order_id
JOIN accounts a ON a.id = o.account_id
WHERE i.credited <> i.claim_credited AND i.part IS NOT NULL AND o.paid_at IS NOT NULL AND o.stage NOT IN ('cancelled', 'merged')
GROUP BY 1, 2, 3, 4, 5;
