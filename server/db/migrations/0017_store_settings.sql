-- Settings of a store have a version of their own: the row's changes with every look at the shop.
ALTER TABLE stores ADD COLUMN settings_version int NOT NULL DEFAULT 1;
