-- How far the warehouse is with an order: bought, picked or packed.
ALTER TABLE orders RENAME COLUMN work TO fulfilment_step;
ALTER TABLE orders RENAME CONSTRAINT orders_work_check TO orders_fulfilment_step_check;
UPDATE idempotency_keys SET route = 'orders.recordFulfilmentStep' WHERE route = 'orders.work';
