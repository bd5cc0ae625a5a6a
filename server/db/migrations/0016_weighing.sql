-- How a channel weighs is part of an offer and of a price: a channel that changes its divisor later changes neither
-- (domain.md §2.2). Rows from before were agreed by actual weight to the gram.

ALTER TABLE quote_freight
  ADD COLUMN divisor int CHECK (divisor > 0), -- cm³ per kg of volume weight; null: actual weight only
  ADD COLUMN step_g int NOT NULL DEFAULT 1 CHECK (step_g > 0);
ALTER TABLE prices
  ADD COLUMN divisor int CHECK (divisor > 0),
  ADD COLUMN step_g int NOT NULL DEFAULT 1 CHECK (step_g > 0);
