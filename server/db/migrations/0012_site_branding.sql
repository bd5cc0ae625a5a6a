-- Who changed what a domain's branding holds, and which state of it a form shows (spec §3 Config, decision 35).

ALTER TABLE sites
  ADD COLUMN version int NOT NULL DEFAULT 1,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN updated_by uuid REFERENCES users (id);
