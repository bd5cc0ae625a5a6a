-- The list of claims by what is due, and by amount.
CREATE INDEX claims_due_idx ON claims (account_id, coalesce(due_at, evidence_due_at), number);
CREATE INDEX claims_amount_idx ON claims (account_id, coalesce(nullif(granted, 0), asked), number);
