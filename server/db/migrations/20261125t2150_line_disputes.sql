-- Invoice lines whose weight or freight a merchant disputes. A line has one open dispute at a time; what was recorded and
-- computed again is kept as it was shown.
CREATE SEQUENCE line_dispute_number_seq START 1001;
CREATE TABLE line_disputes (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('line_dispute_number_seq'),
  invoice_order_id uuid NOT NULL,
  line int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('weight', 'freight')),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'accepted', 'refused', 'withdrawn')),
  text text NOT NULL CHECK (length(text) BETWEEN 5 AND 1000),
  claimed_weight_g int CHECK (claimed_weight_g > 0),
  checked jsonb NOT NULL,
  due_at timestamptz NOT NULL,
  credited bigint CHECK (credited > 0),
  answer text CHECK (length(answer) <= 1000),
  created_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  decided_by uuid REFERENCES users (id),
  decided_at timestamptz,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, id),
  CONSTRAINT line_disputes_number_key UNIQUE (account_id, number),
  CONSTRAINT line_disputes_line_fkey FOREIGN KEY (account_id, invoice_order_id, line)
    REFERENCES invoice_lines (account_id, invoice_order_id, line),
  CONSTRAINT line_disputes_credited CHECK ((status = 'accepted') = (credited IS NOT NULL)),
  CONSTRAINT line_disputes_decided CHECK ((status = 'open') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  CONSTRAINT line_disputes_refused CHECK (status <> 'refused' OR answer IS NOT NULL)
);
CREATE UNIQUE INDEX line_disputes_open_key ON line_disputes (account_id, invoice_order_id, line) WHERE status = 'open';
CREATE INDEX line_disputes_due_idx ON line_disputes (due_at, id) WHERE status = 'open';
CREATE INDEX line_disputes_newest_idx ON line_disputes (account_id, created_at DESC, id DESC);
CALL protect_account_rows('line_disputes');
GRANT USAGE ON SEQUENCE line_dispute_number_seq TO tradewind_app, tradewind_desk;
