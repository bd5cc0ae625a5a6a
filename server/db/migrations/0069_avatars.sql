-- A picture of each person and a line about them (spec §3, session). A picture lies in the blobs under its hash; the one
-- that is shown has no end, what was uploaded and never chosen or replaced is swept.

CREATE TABLE avatars (
  id uuid NOT NULL PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz NOT NULL,
  expires_at timestamptz
);
CREATE UNIQUE INDEX avatars_shown_idx ON avatars (user_id) WHERE expires_at IS NULL;
CREATE INDEX avatars_sha256_idx ON avatars (sha256);
CREATE INDEX avatars_expires_idx ON avatars (expires_at);
CALL protect_own_rows('avatars', 'user_id = app_user()');

ALTER TABLE users ADD COLUMN introduction text NOT NULL DEFAULT '' CHECK (length(introduction) <= 160);
GRANT SELECT (introduction), UPDATE (introduction) ON users TO tradewind_app;
