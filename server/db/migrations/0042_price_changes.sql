-- Prices do not change, they are proposed (domain.md §3.4, decisions/0020).

CREATE SEQUENCE price_proposal_number_seq START 1001;
CREATE TABLE price_proposals (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('price_proposal_number_seq'),
  reason text NOT NULL CHECK (reason IN ('supplier', 'freight', 'fuel', 'duty', 'fx')),
  note text NOT NULL,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  reminded_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT price_proposals_number_key UNIQUE (account_id, number)
);
CALL protect_account_rows('price_proposals');

-- One price of a proposal: what it is, what it is to be, from when, and what became of it.
CREATE TABLE price_changes (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  proposal_id uuid NOT NULL,
  price_id uuid NOT NULL, -- the price that it is about
  catalog_sku_id uuid NOT NULL REFERENCES catalog_skus (id),
  destination char(2) NOT NULL,
  channel_id uuid NOT NULL REFERENCES channels (id),
  currency char(3) NOT NULL,
  old_unit_price bigint NOT NULL,
  new_unit_price bigint NOT NULL CHECK (new_unit_price > 0),
  old_formula jsonb NOT NULL,
  new_formula jsonb NOT NULL,
  -- one piece with its freight
  old_delivered bigint NOT NULL,
  new_delivered bigint NOT NULL,
  -- how much more a delivered piece costs at worst
  rise bigint NOT NULL,
  rise_bp int NOT NULL,
  effective_at timestamptz NOT NULL,
  -- accepted and rejected wait for the day; due: the day came undecided and the old price has ended
  status text NOT NULL CHECK (status IN ('open', 'accepted', 'rejected', 'due', 'applied', 'ended', 'withdrawn', 'superseded')),
  decided_how text CHECK (decided_how IN ('merchant', 'rule', 'falling')),
  decided_by text,
  decided_at timestamptz,
  reject_reason text NOT NULL DEFAULT '',
  new_price_id uuid, -- the price that it made
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT price_changes_proposal_fkey FOREIGN KEY (account_id, proposal_id) REFERENCES price_proposals (account_id, id),
  CONSTRAINT price_changes_price_fkey FOREIGN KEY (account_id, price_id) REFERENCES prices (account_id, id),
  CONSTRAINT price_changes_new_price_fkey FOREIGN KEY (account_id, new_price_id) REFERENCES prices (account_id, id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT price_changes_decided CHECK ((decided_how IS NULL) = (decided_at IS NULL)),
  CONSTRAINT price_changes_applied CHECK ((status = 'applied') = (new_price_id IS NOT NULL))
);
-- At most one change of a price is under way.
CREATE UNIQUE INDEX price_changes_pending_key ON price_changes (account_id, catalog_sku_id, destination, channel_id)
  WHERE status IN ('open', 'accepted', 'rejected', 'due');
CREATE INDEX price_changes_status_idx ON price_changes (account_id, status, id DESC);
CREATE INDEX price_changes_proposal_idx ON price_changes (account_id, proposal_id);
CREATE INDEX price_changes_new_price_idx ON price_changes (account_id, new_price_id);
CREATE INDEX price_changes_clock_idx ON price_changes (effective_at) WHERE status IN ('open', 'accepted', 'rejected');
CREATE INDEX price_changes_desk_idx ON price_changes (status, id DESC);
CALL protect_account_rows('price_changes');

-- Up to which rise a merchant's prices are accepted by themselves: within either limit.
CREATE TABLE price_rules (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  percent_bp int CHECK (percent_bp > 0),
  amount bigint CHECK (amount > 0)
);
CALL protect_account_rows('price_rules');

CREATE INDEX prices_ended_idx ON prices (account_id, valid_to DESC, id) WHERE valid_to IS NOT NULL;
CREATE INDEX prices_desk_idx ON prices (catalog_sku_id, destination, channel_id, account_id) WHERE valid_to IS NULL;

-- Unpaid orders that wait to be priced again: each leaves the list in the transaction that prices it, so that a job that
-- was cut off goes on where it stood, and no order is priced twice.
CREATE TABLE order_repricings (
  account_id uuid NOT NULL,
  job_id uuid NOT NULL,
  order_id uuid NOT NULL,
  PRIMARY KEY (account_id, job_id, order_id),
  CONSTRAINT order_repricings_job_fkey FOREIGN KEY (account_id, job_id) REFERENCES jobs (account_id, id)
);
CALL protect_account_rows('order_repricings');
