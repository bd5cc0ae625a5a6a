-- What the catalogue's pictures look like, roughly: a narrow table that a search reads whole before it looks closely at
-- the few that come near (docs/decisions/0012). Which of them an account may see is asked of the catalogue each time.

-- Of a code the 128 bits that tell most: one of two thresholds of lightness per cell, in a chequer, and weak colours.
CREATE FUNCTION rough_code(code bit(480)) RETURNS bit(128)
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  WITH cells AS (
    SELECT row, col, 1 + row * 46 + col * CASE WHEN row < 7 THEN 6 ELSE 4 END AS at FROM generate_series(0, 7) row, generate_series(0, 7) col
  ), bits AS (
    SELECT 0 AS part, row * 8 + col AS nth, CASE WHEN (row + col) % 2 = 0 THEN at ELSE at + 1 END AS at FROM cells
    UNION ALL
    SELECT 1, n, 353 + (n / 2) * 4 + n % 2 FROM generate_series(0, 63) n
  )
  SELECT string_agg(substring(code::text, at, 1), '' ORDER BY part, nth)::bit(128) FROM bits
$$;

CREATE TABLE catalog_looks (
  sha256 text PRIMARY KEY REFERENCES picture_descriptors (sha256) ON DELETE CASCADE,
  rough_full bit(128) NOT NULL,
  rough_best bit(128) NOT NULL
);
CREATE INDEX catalog_skus_picture_idx ON catalog_skus (picture) WHERE picture IS NOT NULL;
CREATE INDEX catalog_pictures_picture_idx ON catalog_pictures (picture);

-- The owner of the tables sees no row of a table with forced row-level security.
ALTER TABLE catalog_skus NO FORCE ROW LEVEL SECURITY;
INSERT INTO catalog_looks
SELECT d.sha256, rough_code(d.code_full), rough_code(d.code_best) FROM picture_descriptors d
WHERE d.code_full IS NOT NULL AND d.sha256 IN (SELECT picture FROM catalog_skus UNION SELECT picture FROM catalog_pictures);
ALTER TABLE catalog_skus FORCE ROW LEVEL SECURITY;

-- Whatever comes first, the picture in the catalogue or its description: the second of them puts it on the list. It stays
-- there when the catalogue lets go of it, since searches ask again whether it is offered.
CREATE FUNCTION note_catalog_picture() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog_looks
  SELECT d.sha256, rough_code(d.code_full), rough_code(d.code_best) FROM picture_descriptors d
  WHERE d.sha256 = NEW.picture AND d.code_full IS NOT NULL ON CONFLICT (sha256) DO NOTHING;
  RETURN NEW;
END
$$;
CREATE TRIGGER catalog_skus_look AFTER INSERT OR UPDATE OF picture ON catalog_skus
  FOR EACH ROW WHEN (NEW.picture IS NOT NULL) EXECUTE FUNCTION note_catalog_picture();
CREATE TRIGGER catalog_pictures_look AFTER INSERT OR UPDATE OF picture ON catalog_pictures
  FOR EACH ROW EXECUTE FUNCTION note_catalog_picture();

CREATE FUNCTION note_catalog_look() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM catalog_looks WHERE sha256 = NEW.sha256;
  INSERT INTO catalog_looks
  SELECT NEW.sha256, rough_code(NEW.code_full), rough_code(NEW.code_best)
  WHERE NEW.code_full IS NOT NULL AND (EXISTS (SELECT 1 FROM catalog_skus WHERE picture = NEW.sha256)
    OR EXISTS (SELECT 1 FROM catalog_pictures WHERE picture = NEW.sha256));
  RETURN NEW;
END
$$;
CREATE TRIGGER picture_descriptors_look AFTER INSERT OR UPDATE ON picture_descriptors
  FOR EACH ROW EXECUTE FUNCTION note_catalog_look();
