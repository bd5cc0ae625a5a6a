-- A payment request is for orders, or for one or more issued invoices that are paid together.
CREATE TABLE payment_request_invoices (
  account_id uuid NOT NULL,
  request_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (account_id, request_id, invoice_id),
  FOREIGN KEY (account_id, request_id) REFERENCES payment_requests (account_id, id),
  FOREIGN KEY (account_id, invoice_id) REFERENCES invoices (account_id, id)
);
CREATE INDEX payment_request_invoices_invoice_idx ON payment_request_invoices (account_id, invoice_id);
CALL protect_account_rows('payment_request_invoices');

INSERT INTO payment_request_invoices (account_id, request_id, invoice_id, total)
SELECT account_id, id, pays_invoice, total FROM payment_requests WHERE pays_invoice IS NOT NULL;

DROP INDEX payment_requests_invoice_key;
ALTER TABLE payment_requests
  ADD COLUMN invoices int NOT NULL DEFAULT 0,
  DROP CONSTRAINT payment_requests_subject;
UPDATE payment_requests SET invoices = 1 WHERE pays_invoice IS NOT NULL;
ALTER TABLE payment_requests
  DROP COLUMN pays_invoice,
  ADD CONSTRAINT payment_requests_subject CHECK (orders >= 0 AND invoices >= 0 AND (orders = 0) <> (invoices = 0));
