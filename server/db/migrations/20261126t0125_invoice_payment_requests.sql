-- A payment request is for orders, or for one issued invoice, such as the deposit of a stock order.
ALTER TABLE payment_requests
  ADD COLUMN pays_invoice uuid,
  DROP CONSTRAINT payment_requests_orders_check,
  ADD CONSTRAINT payment_requests_subject CHECK (orders >= 0 AND (orders = 0) = (pays_invoice IS NOT NULL)),
  ADD CONSTRAINT payment_requests_pays_invoice_fkey FOREIGN KEY (account_id, pays_invoice) REFERENCES invoices (account_id, id);

CREATE UNIQUE INDEX payment_requests_invoice_key ON payment_requests (account_id, pays_invoice) WHERE status = 'open';
