-- When earlier invoices were made void was kept elsewhere: of orders' invoices in the audit log, of stock orders' in the history of
-- their order. Copies that were given out without a day are made once more when somebody asks for them.
WITH known AS (
  SELECT i.account_id, i.id, coalesce(
    (SELECT max(a.at) FROM audit_log a WHERE a.account_id = i.account_id AND a.entity = 'invoices' AND a.entity_id = i.id::text AND a.action = 'invoices.void'),
    (SELECT min(e.at) FROM stock_order_events e
     WHERE i.paid_at IS NULL AND e.account_id = i.account_id AND e.stock_order_id = i.stock_order_id AND e.status = 'cancelled')) AS at
  FROM invoices i WHERE i.status = 'void' AND i.voided_at IS NULL
), dated AS (
  UPDATE invoices i SET voided_at = k.at FROM known k WHERE i.account_id = k.account_id AND i.id = k.id AND k.at IS NOT NULL
  RETURNING i.account_id, i.id
)
UPDATE invoice_documents d SET file_id = NULL, sha256 = NULL, unknown = NULL
FROM dated i
WHERE d.account_id = i.account_id AND d.invoice_id = i.id AND d.stage = 'void' AND d.file_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM invoices r WHERE r.account_id = i.account_id AND r.replaces = i.id);
