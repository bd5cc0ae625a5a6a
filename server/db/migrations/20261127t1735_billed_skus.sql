-- Invoices are found by what they bill.
CREATE INDEX invoice_lines_sku_idx ON invoice_lines (account_id, sku, invoice_order_id) WHERE sku IS NOT NULL;
