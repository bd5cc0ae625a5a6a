-- Many orders that a recharge is for stand in the payment preview that fixed them. Previews go some weeks after they expire, so no key points there.
ALTER TABLE recharges ADD COLUMN for_selection uuid;
