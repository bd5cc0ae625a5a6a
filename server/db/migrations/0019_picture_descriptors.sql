-- What pictures look like, for finding alike ones (docs/decisions/0012). A directory table like `pictures`: it is keyed
-- by content and says nothing of whose the picture is; searches join it to what an account may see.
CREATE TABLE picture_descriptors (
  sha256 text PRIMARY KEY REFERENCES pictures (sha256) ON DELETE CASCADE,
  method int NOT NULL, -- the version of the code that described it; others are described again
  described_at timestamptz NOT NULL,
  -- few bits differ between alike pictures; all null when the picture could not be read
  code_full bit(480),
  code_best bit(480),
  code_left bit(480),
  code_right bit(480),
  code_top bit(480),
  code_bottom bit(480),
  grids bytea,
  CHECK (num_nulls(code_full, code_best, code_left, code_right, code_top, code_bottom, grids) IN (0, 7))
) WITH (toast_tuple_target = 128);
-- Kept apart from the row, so that a search reads codes only.
ALTER TABLE picture_descriptors ALTER COLUMN grids SET STORAGE EXTERNAL;
