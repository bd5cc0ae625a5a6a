-- What people do with orders: hold until a moment, prepare, cancel and ask to cancel (contract/order-acts.ts).
ALTER TABLE orders
  ADD COLUMN hold_until timestamptz,
  ADD COLUMN work text CHECK (work IN ('bought', 'picked', 'packed')), -- how far the warehouse is; null while nobody has begun
  ADD COLUMN called_off_at timestamptz, -- cancelled here; the shop's own is cancelled_at
  ADD CONSTRAINT orders_hold_until CHECK (hold_until IS NULL OR held);
CREATE INDEX orders_hold_until_idx ON orders (hold_until) WHERE hold_until IS NOT NULL;

-- Units that were cancelled or given back: what was ordered is what has left, what is open, and these.
ALTER TABLE order_lines
  ADD COLUMN cancelled_quantity int NOT NULL DEFAULT 0 CHECK (cancelled_quantity >= 0),
  DROP CONSTRAINT order_lines_shipped_check,
  ADD CONSTRAINT order_lines_shipped_check CHECK (shipped_quantity + cancelled_quantity <= quantity);

CREATE TABLE cancel_requests (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'accepted', 'rejected', 'withdrawn')),
  reason text NOT NULL,
  asked_at timestamptz NOT NULL,
  asked_by uuid REFERENCES users (id),
  due_at timestamptz NOT NULL, -- four business hours later
  cost bigint CHECK (cost >= 0), -- what is kept of the payment, shown to the client
  refund bigint CHECK (refund >= 0),
  answer text NOT NULL DEFAULT '',
  decided_at timestamptz,
  decided_by uuid REFERENCES users (id),
  PRIMARY KEY (account_id, id),
  CONSTRAINT cancel_requests_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id),
  CONSTRAINT cancel_requests_decided CHECK ((status = 'open') = (decided_at IS NULL)),
  CONSTRAINT cancel_requests_accepted CHECK (status <> 'accepted' OR (cost IS NOT NULL AND refund IS NOT NULL))
);
CREATE UNIQUE INDEX cancel_requests_open_key ON cancel_requests (account_id, order_id) WHERE status = 'open';
CREATE INDEX cancel_requests_desk_idx ON cancel_requests (status, due_at, id);
CREATE INDEX cancel_requests_order_idx ON cancel_requests (account_id, order_id, asked_at);
CALL protect_account_rows('cancel_requests');
