-- A recharge is proved by one to five files, and by the amount that was sent in whatever currency.
CREATE TABLE recharge_proofs (
  account_id uuid NOT NULL,
  recharge_id uuid NOT NULL,
  position smallint NOT NULL CHECK (position BETWEEN 1 AND 5),
  file_id uuid NOT NULL,
  PRIMARY KEY (account_id, recharge_id, position),
  UNIQUE (account_id, recharge_id, file_id),
  FOREIGN KEY (account_id, recharge_id) REFERENCES recharges (account_id, id),
  FOREIGN KEY (account_id, file_id) REFERENCES files (account_id, id)
);
CREATE INDEX recharge_proofs_file_idx ON recharge_proofs (account_id, file_id);
CALL protect_account_rows('recharge_proofs');

INSERT INTO recharge_proofs (account_id, recharge_id, position, file_id)
SELECT account_id, id, 1, proof_file_id FROM recharges WHERE proof_file_id IS NOT NULL;

ALTER TABLE recharges
  DROP COLUMN proof_file_id,
  ADD COLUMN sent_amount bigint CHECK (sent_amount > 0),
  ADD COLUMN sent_currency char(3),
  ADD CONSTRAINT recharges_sent CHECK ((sent_amount IS NULL) = (sent_currency IS NULL));
UPDATE recharges SET sent_amount = amount, sent_currency = currency WHERE submitted_at IS NOT NULL;
