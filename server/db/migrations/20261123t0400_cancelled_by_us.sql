-- When we cancelled what had not left of an order, beside cancelled_at, when its shop did.
ALTER TABLE orders RENAME COLUMN called_off_at TO cancelled_by_us_at;
