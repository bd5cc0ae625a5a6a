-- Bonus money for recharges from an amount on. A recharge keeps the terms that its payer was shown.
ALTER TABLE recharge_methods
  ADD COLUMN bonus_tiers jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(bonus_tiers) = 'array'),
  ADD COLUMN bonus_days int NOT NULL DEFAULT 180 CHECK (bonus_days BETWEEN 1 AND 730);
ALTER TABLE recharges
  ADD COLUMN bonus_tiers jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(bonus_tiers) = 'array'),
  ADD COLUMN bonus_days int NOT NULL DEFAULT 180 CHECK (bonus_days BETWEEN 1 AND 730),
  ADD COLUMN bonus bigint CHECK (bonus >= 0);
