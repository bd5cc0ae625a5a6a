-- When an order was deleted in its shop, as far as we know.
ALTER TABLE orders RENAME COLUMN gone_at TO deleted_in_shop_at;
