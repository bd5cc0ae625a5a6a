-- Finance is warned of recharges that look like another one, of whatever client.
CREATE INDEX recharges_external_idx ON recharges (method, external_ref) WHERE external_ref IS NOT NULL;
CREATE INDEX recharges_proof_idx ON recharges (account_id, proof_file_id) WHERE proof_file_id IS NOT NULL;
CREATE INDEX recharges_amount_idx ON recharges (account_id, amount);
