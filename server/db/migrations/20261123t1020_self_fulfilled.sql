-- Orders that their shop fulfills itself, or with nothing of ours in them, are no closed deliveries: they have a state of their
-- own, which is in no tab but that of all. The triggers move the counters.
ALTER TABLE orders DROP CONSTRAINT orders_stage_check;
ALTER TABLE orders ADD CONSTRAINT orders_stage_check CHECK (stage IN ('imported', 'quoting', 'awaiting_payment', 'paying', 'processing',
  'ready_to_ship', 'partially_shipped', 'shipped', 'delivered', 'closed', 'self_fulfilled', 'cancelled', 'merged'));
UPDATE orders SET stage = 'self_fulfilled' WHERE stage = 'closed' AND paid_at IS NULL;
