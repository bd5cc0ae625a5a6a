-- What the units of a product cost in orders whose sale is unknown: its profit leaves both out.
ALTER TABLE statistics_products ADD COLUMN goods_no_rate bigint NOT NULL DEFAULT 0;
ALTER TABLE statistics_products ALTER COLUMN goods_no_rate DROP DEFAULT;

-- Days with such orders are read again by the next fold.
INSERT INTO statistics_changes (account_id, store_id, day)
SELECT DISTINCT account_id, store_id, day FROM statistics_products WHERE no_rate > 0;
