-- Delivered orders are closed once their time for claims is over (domain.md §3.5).
ALTER TABLE orders ADD COLUMN closed_at timestamptz;
CREATE INDEX orders_delivered_idx ON orders (stage_since) WHERE stage = 'delivered';
