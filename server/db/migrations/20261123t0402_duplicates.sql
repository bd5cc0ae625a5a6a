-- Products that look the same are duplicates.
ALTER TABLE product_twins RENAME TO product_duplicates;
ALTER TABLE product_twin_checks RENAME TO product_duplicate_checks;
ALTER TABLE product_duplicates RENAME COLUMN twin_id TO duplicate_id;
DO $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT conrelid::regclass AS owner, conname AS name FROM pg_constraint
    WHERE conrelid IN ('product_duplicates'::regclass, 'product_duplicate_checks'::regclass) AND conname LIKE '%twin%'
  LOOP
    EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', found.owner, found.name, replace(found.name, 'twin', 'duplicate'));
  END LOOP;
END
$$;
ALTER INDEX product_twins_twin_idx RENAME TO product_duplicates_duplicate_idx;
