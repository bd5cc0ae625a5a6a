-- What changes after an order was paid (domain.md §3.5, 4.8).

-- A cancellation is asked for what is open, or only for units that the shop took away.
ALTER TABLE cancel_requests ADD COLUMN units text NOT NULL DEFAULT 'open' CHECK (units IN ('open', 'removed'));

-- A paid order that was sent another way or to another country: what it cost before and since. The dearer way was paid by an
-- invoice of its own, the cheaper one given back by credit notes with the cause order_changes:<id>.
CREATE TABLE order_changes (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  order_version int NOT NULL, -- as it stood before: one change of each
  at timestamptz NOT NULL,
  was jsonb NOT NULL, -- {country, channel, goods, freight, fees, total}
  became jsonb NOT NULL,
  difference bigint NOT NULL,
  currency char(3) NOT NULL,
  lines jsonb NOT NULL, -- how the new cost was computed, as in invoice_lines, less what was paid before
  invoice_id uuid, -- what paid the difference
  PRIMARY KEY (account_id, id),
  CONSTRAINT order_changes_version_key UNIQUE (account_id, order_id, order_version),
  CONSTRAINT order_changes_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id),
  CONSTRAINT order_changes_invoice_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices (account_id, id),
  CONSTRAINT order_changes_paid CHECK ((difference > 0) = (invoice_id IS NOT NULL))
);
CALL protect_account_rows('order_changes');
