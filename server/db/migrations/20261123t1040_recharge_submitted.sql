-- When the proof of a transfer came: reviews are due by it, not by when the recharge was begun.
ALTER TABLE recharges ADD COLUMN submitted_at timestamptz;
UPDATE recharges SET submitted_at = created_at WHERE proof_file_id IS NOT NULL;
