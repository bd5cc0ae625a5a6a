-- What a recharge was begun for, so that it leads back to exactly that once its money is there.
ALTER TABLE recharges ADD COLUMN for_orders uuid[] NOT NULL DEFAULT '{}', ADD COLUMN for_invoice uuid;
