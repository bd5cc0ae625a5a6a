-- What the provider keeps of cancelled units is not given back with the rest of their order (decision record 0037).
ALTER TABLE invoice_orders
  ADD COLUMN kept bigint NOT NULL DEFAULT 0 CHECK (kept >= 0), -- of cancelled units, minor units
  DROP CONSTRAINT invoice_orders_credited,
  ADD CONSTRAINT invoice_orders_credited CHECK (credited >= 0 AND credited + replaced_worth + kept <= total);

-- What accepted cancellations cost so far, the latest part first, as far as it was not given back since.
UPDATE invoice_orders io SET kept = f.part
FROM (
  SELECT b.account_id, b.id, least(b.room, greatest(0, k.cost - coalesce(sum(b.room) OVER later, 0)))::bigint AS part
  FROM (
    SELECT account_id, order_id, sum(cost) AS cost FROM cancel_requests WHERE status = 'accepted' AND cost > 0 GROUP BY 1, 2
  ) k
  JOIN (
    SELECT io.account_id, io.id, io.order_id, io.part, io.total - io.credited - io.replaced_worth AS room
    FROM invoice_orders io JOIN invoices n ON n.account_id = io.account_id AND n.id = io.invoice_id
    WHERE n.paid_at IS NOT NULL
  ) b ON b.account_id = k.account_id AND b.order_id = k.order_id
  WINDOW later AS (PARTITION BY b.account_id, b.order_id ORDER BY b.part DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
) f
WHERE io.account_id = f.account_id AND io.id = f.id AND f.part > 0;
