-- Finance adds payment methods with proof besides the two of every portal. Their names tell them apart, and each may have
-- narrower bounds for one recharge, in minor units of the wallet's currency.
ALTER TABLE recharge_methods
  ADD COLUMN min_amount bigint CHECK (min_amount > 0),
  ADD COLUMN max_amount bigint CHECK (max_amount > 0),
  ADD CONSTRAINT recharge_methods_limits CHECK (min_amount <= max_amount);
CREATE UNIQUE INDEX recharge_methods_name_key ON recharge_methods (lower(name));
