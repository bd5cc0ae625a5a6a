-- When a withdrawal was declined or cancelled: its client reads it. The entry that freed the money says it of older ones.
ALTER TABLE withdrawals ADD COLUMN ended_at timestamptz;

UPDATE withdrawals w SET ended_at = t.at
FROM ledger_transactions t
WHERE w.status IN ('declined', 'cancelled') AND t.account_id = w.account_id AND t.idempotency_key = 'withdrawal:' || w.id || ':release';

ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_ended CHECK ((status IN ('declined', 'cancelled')) = (ended_at IS NOT NULL));
