-- Pages of products that were taken from shops before only addresses with http and https were kept.
UPDATE store_products SET url = NULL WHERE url !~* '^https?://';
