-- In which way an act can be (or was) done on a record, and the money that it moves: cancelling many orders gives back what
-- was paid for some, and asks for others.
ALTER TABLE bulk_rows
  ADD COLUMN way text,
  ADD COLUMN amount bigint,
  ADD COLUMN currency text,
  ADD CONSTRAINT bulk_rows_money_check CHECK ((amount IS NULL) = (currency IS NULL));
