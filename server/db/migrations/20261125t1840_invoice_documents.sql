-- Invoices and credit notes on paper: made once after they are issued and kept by their hash. Language and zone are those of
-- the account at issue, so that the document can be made again as it was.
ALTER TABLE files DROP CONSTRAINT files_purpose_check;
ALTER TABLE files ADD CONSTRAINT files_purpose_check CHECK (purpose IN ('recharge_proof', 'order_import', 'quote_attachment',
  'export', 'image_search', 'mapping_file', 'stock_qc', 'claim_evidence', 'ad_spend', 'invoice_pdf'));

CREATE TABLE invoice_documents (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  credit_note_id uuid, -- null: the invoice itself
  language text NOT NULL CHECK (language IN ('en', 'zh')),
  time_zone text NOT NULL,
  file_id uuid,
  sha256 text,
  unknown int, -- characters that are shown as □
  PRIMARY KEY (account_id, id),
  CONSTRAINT invoice_documents_one UNIQUE NULLS NOT DISTINCT (account_id, invoice_id, credit_note_id),
  CONSTRAINT invoice_documents_invoice_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices (account_id, id),
  CONSTRAINT invoice_documents_credit_fkey FOREIGN KEY (account_id, credit_note_id) REFERENCES credit_notes (account_id, id),
  CONSTRAINT invoice_documents_file_fkey FOREIGN KEY (account_id, file_id) REFERENCES files (account_id, id),
  CONSTRAINT invoice_documents_made CHECK ((file_id IS NULL) = (sha256 IS NULL) AND (file_id IS NULL) = (unknown IS NULL))
);
CREATE INDEX invoice_documents_waiting_idx ON invoice_documents (account_id, id) WHERE file_id IS NULL;
CALL protect_account_rows('invoice_documents');
