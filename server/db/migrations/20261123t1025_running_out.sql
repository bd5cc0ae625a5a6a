-- A SKU runs out when what is available in all warehouses lasts fewer days, at the pace of 30 days, than a refill takes. Kept
-- beside the client's threshold, which alone decides about notifications.
ALTER TABLE stock_skus ADD COLUMN running_out boolean NOT NULL DEFAULT false;
UPDATE stock_skus k SET running_out = true
FROM (
  SELECT s.account_id, s.sku_id, s.lead_days,
    (SELECT coalesce(sum(l.available), 0) FROM stock_levels l WHERE l.account_id = s.account_id AND l.sku_id = s.sku_id) AS available,
    (SELECT coalesce(sum(d.pieces), 0) FROM sku_sales_days d
      WHERE d.account_id = s.account_id AND d.sku_id = s.sku_id AND d.day > (now() AT TIME ZONE 'UTC')::date - 30) AS sold
  FROM stock_skus s) n
WHERE k.account_id = n.account_id AND k.sku_id = n.sku_id AND n.sold > 0 AND n.available > 0
  AND floor(n.available * 30 / n.sold) < coalesce(n.lead_days, 14);
