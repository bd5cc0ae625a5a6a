-- What a client may owe: its wallet can be spent down to so much below zero. Off unless two members of staff agreed on it.
ALTER TABLE ledger_heads ADD COLUMN credit_limit bigint NOT NULL DEFAULT 0 CHECK (credit_limit >= 0);

-- Every lot of bonus money that was ever booked, so that a job finds those whose last day (UTC) is over.
CREATE TABLE bonus_lots (
  account_id uuid NOT NULL REFERENCES accounts (id),
  ledger_account text NOT NULL CHECK (ledger_account ~ '^bonus:\d{4}-\d\d-\d\d-'),
  last_day date NOT NULL,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz, -- once expired, and what was left of it moved back
  PRIMARY KEY (account_id, ledger_account)
);
CREATE INDEX bonus_lots_open_idx ON bonus_lots (last_day) WHERE closed_at IS NULL;
CALL protect_account_rows('bonus_lots');
REVOKE DELETE ON bonus_lots FROM tradewind_app, tradewind_desk;
INSERT INTO bonus_lots (account_id, ledger_account, last_day, opened_at)
  SELECT e.account_id, e.ledger_account, substr(e.ledger_account, 7, 10)::date, min(t.at)
  FROM ledger_entries e JOIN ledger_transactions t USING (account_id, seq)
  WHERE e.ledger_account ~ '^bonus:\d{4}-\d\d-\d\d-' GROUP BY 1, 2;

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_ledger_account_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_ledger_account_check CHECK (ledger_account ~
  '^(cash|held_cash|held_bonus|revenue|fees|claims|bonus_given|commission|chargeback|adjustments|bonus:[0-9a-f-]+|bank:[a-z_]+)$');

-- Money falls below zero only by a recorded chargeback, and cash by what its account may owe.
CREATE FUNCTION check_ledger_overdraw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM ledger_transactions
             WHERE account_id = NEW.account_id AND seq = NEW.seq AND kind = 'chargeback') THEN
    RETURN NEW;
  END IF;
  IF NEW.ledger_account = 'cash' AND EXISTS (
    SELECT 1 FROM ledger_heads WHERE account_id = NEW.account_id AND credit_limit >= -NEW.balance_after
  ) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'ledger account % of account % would fall to %', NEW.ledger_account, NEW.account_id, NEW.balance_after
    USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_overdraw';
END
$$;
CREATE TRIGGER ledger_entries_overdraw BEFORE INSERT ON ledger_entries FOR EACH ROW
  WHEN (NEW.overdraws AND NEW.amount < 0 AND NEW.balance_after < 0) EXECUTE FUNCTION check_ledger_overdraw();

-- The statement by document, and its rare rows: money that came in.
CREATE INDEX ledger_transactions_label_idx ON ledger_transactions (account_id, ref_label, seq DESC);
CREATE INDEX ledger_entries_in_idx ON ledger_entries (account_id, seq DESC) 
  WHERE amount > 0 AND (ledger_account = 'cash' OR starts_with(ledger_account, 'bonus:'));

-- Changes to a client's money by hand: proposed by one member of staff, decided by another (kinds: contract/adjustment-rules.ts).
CREATE SEQUENCE adjustment_number_seq START 1001;
CREATE TABLE adjustments (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('adjustment_number_seq'),
  kind text NOT NULL CHECK (kind IN ('credit', 'debit', 'bonus', 'credit_limit')),
  amount bigint NOT NULL CHECK (amount > 0 OR (amount = 0 AND kind = 'credit_limit')),
  currency char(3) NOT NULL,
  last_day date,
  reason text NOT NULL CHECK (length(reason) BETWEEN 5 AND 300),
  status text NOT NULL DEFAULT 'proposed' CHECK (status IN ('proposed', 'approved', 'rejected', 'withdrawn')),
  proposed_by uuid NOT NULL REFERENCES users (id),
  proposed_at timestamptz NOT NULL,
  decided_by uuid REFERENCES users (id),
  decided_at timestamptz,
  note text CHECK (length(note) <= 300),
  ledger_seq bigint,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, id),
  CONSTRAINT adjustments_number_key UNIQUE (account_id, number),
  CONSTRAINT adjustments_ledger_key UNIQUE (account_id, ledger_seq),
  CONSTRAINT adjustments_ledger_fkey FOREIGN KEY (account_id, ledger_seq) REFERENCES ledger_transactions (account_id, seq),
  CONSTRAINT adjustments_last_day CHECK ((kind = 'bonus') = (last_day IS NOT NULL)),
  CONSTRAINT adjustments_decided CHECK ((status = 'proposed') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  CONSTRAINT adjustments_second_person CHECK (status NOT IN ('approved', 'rejected') OR decided_by <> proposed_by),
  CONSTRAINT adjustments_booked CHECK ((ledger_seq IS NOT NULL) = (status = 'approved' AND kind <> 'credit_limit'))
);
CREATE INDEX adjustments_proposed_idx ON adjustments (proposed_at, id) WHERE status = 'proposed';
CREATE INDEX adjustments_newest_idx ON adjustments (proposed_at DESC, id DESC);
CALL protect_account_rows('adjustments');
REVOKE ALL ON adjustments FROM tradewind_app;
REVOKE DELETE ON adjustments FROM tradewind_desk;

-- What was proposed stays as it was, and a decision is final.
CREATE FUNCTION keep_adjustment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'proposed'
     OR (NEW.account_id, NEW.id, NEW.number, NEW.kind, NEW.amount, NEW.currency, NEW.last_day, NEW.reason, NEW.proposed_by, NEW.proposed_at)
        IS DISTINCT FROM
        (OLD.account_id, OLD.id, OLD.number, OLD.kind, OLD.amount, OLD.currency, OLD.last_day, OLD.reason, OLD.proposed_by, OLD.proposed_at) THEN
    RAISE EXCEPTION 'adjustment % is kept as it was proposed and decided', OLD.number USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER adjustments_kept BEFORE UPDATE ON adjustments FOR EACH ROW EXECUTE FUNCTION keep_adjustment();
