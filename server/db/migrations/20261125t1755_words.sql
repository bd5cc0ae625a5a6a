-- What somebody does with a claim, and what a bulk run does, is an action, as in the code.
ALTER TABLE claim_events RENAME COLUMN act TO action;

-- Bulk runs keep what was asked and what came of it; one that waits or is retried is read by today's names.
UPDATE jobs SET input = (input - 'act') || jsonb_build_object('action', input -> 'act') WHERE kind = 'bulk' AND input ? 'act';
UPDATE jobs SET result = (result - 'act') || jsonb_build_object('action', result -> 'act') WHERE kind = 'bulk' AND result ? 'act';

-- How much two pictures resemble each other is their similarity.
ALTER TABLE product_duplicates RENAME COLUMN likeness TO similarity;
ALTER TABLE product_duplicates RENAME CONSTRAINT product_duplicates_likeness_check TO product_duplicates_similarity_check;

-- Why a parcel or order needs attention is an alert.
ALTER TABLE parcel_watches RENAME TO parcel_alerts;
ALTER TABLE parcel_alerts RENAME CONSTRAINT parcel_watches_pkey TO parcel_alerts_pkey;
ALTER TABLE parcel_alerts RENAME CONSTRAINT parcel_watches_order_fkey TO parcel_alerts_order_fkey;
ALTER TABLE parcel_alerts RENAME CONSTRAINT parcel_watches_parcel_fkey TO parcel_alerts_parcel_fkey;
ALTER TABLE parcel_alerts RENAME CONSTRAINT parcel_watches_rule_check TO parcel_alerts_rule_check;
ALTER TABLE parcel_alerts RENAME CONSTRAINT parcel_watches_subject TO parcel_alerts_subject;
ALTER INDEX parcel_watches_rule_idx RENAME TO parcel_alerts_rule_idx;
ALTER INDEX parcel_watches_staff_idx RENAME TO parcel_alerts_staff_idx;
