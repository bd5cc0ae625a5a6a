-- An order that the merchant sends without us: none of its lines is ours, whatever they are matched with.
ALTER TABLE orders ADD COLUMN not_ours boolean NOT NULL DEFAULT false;
