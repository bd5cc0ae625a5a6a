-- Orders that their shop fulfills itself, or that were cancelled before their payment, cost nothing: they kept what they would
-- have cost, which statistics counted as spent.
WITH ended AS (
  UPDATE orders SET channel_id = NULL, cost_goods = NULL, cost_freight = NULL, cost_fees = NULL, cost_total = NULL, cost_own_stock = NULL,
    cost_currency = NULL, weight_g = NULL, ready_days = NULL, days_min = NULL, days_max = NULL, priced_at = NULL
  WHERE stage IN ('self_fulfilled', 'cancelled') AND payment = 'none' AND paid_at IS NULL AND cost_total IS NOT NULL
  RETURNING account_id, id)
UPDATE order_lines l SET unit_cost = NULL FROM ended e WHERE l.account_id = e.account_id AND l.order_id = e.id AND l.unit_cost IS NOT NULL;
