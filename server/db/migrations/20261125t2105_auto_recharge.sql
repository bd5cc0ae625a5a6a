-- A card that the payment provider keeps for charges that nobody watches; one per account at a time.
CREATE TABLE saved_cards (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  customer text NOT NULL, -- this and the next are the provider's ids
  payment_method text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL,
  exp_month int NOT NULL,
  exp_year int NOT NULL,
  saved_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT saved_cards_method_key UNIQUE (account_id, payment_method)
);
CREATE UNIQUE INDEX saved_cards_one_key ON saved_cards (account_id) WHERE removed_at IS NULL;
CALL protect_account_rows('saved_cards');

-- A recharge with a card is one that charges it. The index is the last word against two charges for one shortfall.
ALTER TABLE recharges ADD COLUMN card_id uuid, ADD COLUMN payment_intent text,
  ADD CONSTRAINT recharges_card_fkey FOREIGN KEY (account_id, card_id) REFERENCES saved_cards (account_id, id);
CREATE UNIQUE INDEX recharges_charge_key ON recharges (account_id) WHERE card_id IS NOT NULL AND status = 'processing';
CREATE INDEX recharges_charges_idx ON recharges (account_id, created_at DESC) WHERE card_id IS NOT NULL;

-- When the wallet is filled by itself: below `threshold` by `amount`, at most so much a day and a month. It is stopped when the
-- card cannot be charged.
CREATE TABLE auto_recharges (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  enabled boolean NOT NULL,
  threshold bigint NOT NULL CHECK (threshold > 0),
  amount bigint NOT NULL CHECK (amount > 0),
  most_a_day bigint NOT NULL CHECK (most_a_day >= amount),
  most_a_month bigint CHECK (most_a_month >= amount),
  failures int NOT NULL DEFAULT 0,
  try_again_at timestamptz,
  stopped text CHECK (stopped IN ('declined', 'expired', 'authentication', 'unusable', 'disputed')),
  limit_told_at timestamptz,
  set_by uuid NOT NULL REFERENCES users (id),
  version int NOT NULL DEFAULT 1
);
CREATE INDEX auto_recharges_enabled_idx ON auto_recharges (account_id) WHERE enabled AND stopped IS NULL;
CALL protect_account_rows('auto_recharges');
