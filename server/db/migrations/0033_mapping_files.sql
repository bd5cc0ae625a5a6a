-- Files that say what variants consist of. Purposes that others add meanwhile stay: the list is extended as it is found.
DO $$
DECLARE allowed text;
BEGIN
  SELECT string_agg(quote_literal(word), ', ') INTO allowed FROM (
    SELECT DISTINCT (regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''', 'g'))[1] AS word
    FROM pg_constraint WHERE conname = 'files_purpose_check' AND conrelid = 'files'::regclass
    UNION SELECT 'mapping_file') words;
  ALTER TABLE files DROP CONSTRAINT files_purpose_check;
  EXECUTE 'ALTER TABLE files ADD CONSTRAINT files_purpose_check CHECK (purpose IN (' || allowed || '))';
END $$;
