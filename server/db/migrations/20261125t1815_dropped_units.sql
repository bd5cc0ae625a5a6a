-- Units that were given back because the shop had taken them away. When the shop wants them again they are bought anew; units
-- that the merchant gave up while the shop still wants them never come back by themselves.
ALTER TABLE order_lines ADD COLUMN dropped_quantity integer NOT NULL DEFAULT 0 CHECK (dropped_quantity >= 0);
