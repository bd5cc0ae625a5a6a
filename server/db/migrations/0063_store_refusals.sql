-- A shop that refuses calls: the kind of refusal, since when, and how often in a row. The connection's status follows only
-- after several calls over several minutes; the first call that succeeds clears these columns.
ALTER TABLE stores
  ADD COLUMN refused_as text CHECK (refused_as IN ('suspended', 'needs_reauth')),
  ADD COLUMN refused_reason text,
  ADD COLUMN refused_since timestamptz,
  ADD COLUMN refused_at timestamptz,
  ADD COLUMN refused_calls integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT stores_refused_check CHECK ((refused_as IS NULL) = (refused_since IS NULL) AND (refused_as IS NULL) = (refused_at IS NULL));

ALTER TABLE stores NO FORCE ROW LEVEL SECURITY;
UPDATE stores SET refused_as = 'suspended', refused_reason = status_reason, refused_since = now(), refused_at = now(), refused_calls = 1
WHERE status = 'suspended';
ALTER TABLE stores FORCE ROW LEVEL SECURITY;

CREATE INDEX stores_refused ON stores (refused_at) WHERE refused_as IS NOT NULL;
