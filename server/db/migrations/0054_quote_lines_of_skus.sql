-- What a SKU cost us last is looked up by the SKU, whoever was quoted it.
CREATE INDEX quote_lines_sku_idx ON quote_lines (catalog_sku_id);
