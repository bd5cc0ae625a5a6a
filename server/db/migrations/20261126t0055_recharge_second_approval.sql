-- The first of two approvals of a received amount above what one member of staff approves alone. Nothing is posted to the ledger
-- before another member approves the same amount. `first_bank_row` is the row of bank_rows whose payment was approved.
ALTER TABLE recharges
  ADD COLUMN first_approved_by uuid REFERENCES users (id),
  ADD COLUMN first_approved_at timestamptz,
  ADD COLUMN first_received bigint CHECK (first_received > 0),
  ADD COLUMN first_note text CHECK (length(first_note) <= 300),
  ADD COLUMN first_transaction text CHECK (length(first_transaction) <= 64),
  ADD COLUMN first_bank_row uuid,
  ADD CONSTRAINT recharges_first_approval CHECK (
    (first_approved_by IS NULL) = (first_approved_at IS NULL) AND (first_approved_by IS NULL) = (first_received IS NULL)
    AND (first_approved_by IS NOT NULL OR (first_note IS NULL AND first_transaction IS NULL AND first_bank_row IS NULL))),
  ADD CONSTRAINT recharges_first_status CHECK (first_approved_by IS NULL OR status IN ('under_review', 'credited')),
  ADD CONSTRAINT recharges_second_person CHECK (
    first_approved_by IS NULL OR status <> 'credited'
    OR (reviewed_by IS NOT NULL AND reviewed_by <> first_approved_by AND received_amount = first_received));

CREATE UNIQUE INDEX recharges_bank_row_key ON recharges (first_bank_row) WHERE first_bank_row IS NOT NULL AND status = 'under_review';
