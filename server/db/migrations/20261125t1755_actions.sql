-- What somebody does with a claim, and what a bulk run does, is an action, as in the code.
ALTER TABLE claim_events RENAME COLUMN act TO action;

-- Bulk runs keep what was asked and what came of it; one that waits or is retried is read by today's names.
UPDATE jobs SET input = (input - 'act') || jsonb_build_object('action', input -> 'act') WHERE kind = 'bulk' AND input ? 'act';
UPDATE jobs SET result = (result - 'act') || jsonb_build_object('action', result -> 'act') WHERE kind = 'bulk' AND result ? 'act';
