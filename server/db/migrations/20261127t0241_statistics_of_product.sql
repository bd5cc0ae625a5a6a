-- The sums of one product over time.
CREATE INDEX statistics_products_product_idx ON statistics_products (account_id, product_id, day);
