-- Who started a run of automatic payment by hand; null for those that started by themselves.
ALTER TABLE autopay_runs ADD COLUMN started_by uuid REFERENCES users (id);
CREATE INDEX autopay_runs_at_idx ON autopay_runs (account_id, at DESC, id DESC);
