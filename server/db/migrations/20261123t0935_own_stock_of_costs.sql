-- What of an order's goods its merchant's own stock covers, at the prices of the list: named beside what the order costs. Unpaid
-- orders of accounts with stock of their own are looked at again, so that each keeps what paying it costs now.
ALTER TABLE orders ADD COLUMN cost_own_stock bigint;
SELECT enqueue_task('stock_offer', json_build_object('account_id', account_id, 'sku_ids', json_agg(DISTINCT sku_id)))
FROM stock_levels WHERE account_id <> '00000000-0000-0000-0000-000000000000' GROUP BY account_id;
