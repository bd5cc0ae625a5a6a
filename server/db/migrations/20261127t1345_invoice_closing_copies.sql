-- An invoice that ended unpaid is given out as a copy that says so: a document of its own, beside the one that was issued and
-- stays as it is. An expired one that is replaced later has both.
ALTER TABLE invoice_documents ADD COLUMN stage text NOT NULL DEFAULT 'issued' CHECK (stage IN ('issued', 'expired', 'void'));
ALTER TABLE invoice_documents DROP CONSTRAINT invoice_documents_one;
ALTER TABLE invoice_documents ADD CONSTRAINT invoice_documents_one UNIQUE NULLS NOT DISTINCT (account_id, invoice_id, credit_note_id, stage);
ALTER TABLE invoice_documents ADD CONSTRAINT invoice_documents_stage CHECK (stage = 'issued' OR credit_note_id IS NULL);

-- When an invoice was made void; null for those of before, whose copies name no day. One expires with its prices.
ALTER TABLE invoices ADD COLUMN voided_at timestamptz;
ALTER TABLE invoices ADD CONSTRAINT invoices_voided CHECK (voided_at IS NULL OR status = 'void');
