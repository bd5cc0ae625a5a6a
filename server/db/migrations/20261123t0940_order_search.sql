-- Orders are found by the buyer's name and by the titles of what was bought: by the beginning of each word, and by any part of
-- what is written without spaces. Words are rows with range indexes in "C" order (P37), kept by triggers, whoever writes.

-- The words of a text in one spelling: without accents, in lower case. Chinese and Japanese have no spaces: they are kept as pairs
-- of characters, and the last one by itself, so that each character begins a word; what is `typed` to be found needs the pairs alone.
CREATE FUNCTION search_words(said text, typed boolean DEFAULT false) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (
    SELECT coalesce(array_agg(DISTINCT w.word COLLATE "C"), '{}')
    FROM regexp_matches(lower(regexp_replace(normalize(said, NFKD), '[\u0300-\u036F]', '', 'g')),
        '[\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF]+|[^\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u2000-\u206F\u3000-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uFF00-\uFF0F]+',
        'g') AS run(found),
      LATERAL (
        SELECT left(found[1], 40) AS word WHERE found[1] !~ '^[\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF]'
        UNION ALL
        SELECT substr(found[1], n, 2) FROM generate_series(1, greatest(1, length(found[1]) - typed::int)) n
        WHERE found[1] ~ '^[\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF]'
      ) w
  );

-- Words of the buyer's name. Whatever changes or empties the recipient changes or empties them.
CREATE TABLE order_buyer_words (
  account_id uuid NOT NULL,
  order_id uuid NOT NULL,
  word text COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, order_id, word),
  CONSTRAINT order_buyer_words_recipient_fkey FOREIGN KEY (account_id, order_id) REFERENCES order_recipients (account_id, order_id) ON DELETE CASCADE
);
CREATE INDEX order_buyer_words_word_idx ON order_buyer_words (account_id, word) INCLUDE (order_id);

-- Words of the titles in an account's orders, once per title however often it was bought: lines name their title by its key.
-- Rows are only added, and a title that two acts bring at once stands there twice, so that no act waits for another one.
CREATE TABLE order_title_words (
  account_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  word text COLLATE "C" NOT NULL,
  title_key uuid NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT order_title_words_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id)
);
CREATE INDEX order_title_words_word_idx ON order_title_words (account_id, word) INCLUDE (title_key);
CREATE INDEX order_title_words_title_idx ON order_title_words (account_id, title_key);

ALTER TABLE order_lines ADD COLUMN title_key uuid NOT NULL GENERATED ALWAYS AS (md5(title)::uuid) STORED;
CREATE INDEX order_lines_title_idx ON order_lines (account_id, title_key) INCLUDE (order_id);

CREATE FUNCTION note_new_buyers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_buyer_words (account_id, order_id, word)
  SELECT a.account_id, a.order_id, w.word FROM added a, unnest(search_words(a.name)) AS w(word);
  RETURN NULL;
END
$$;
CREATE TRIGGER order_recipients_words_insert AFTER INSERT ON order_recipients REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_buyers();

CREATE FUNCTION note_changed_buyer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM order_buyer_words WHERE account_id = NEW.account_id AND order_id = NEW.order_id;
  INSERT INTO order_buyer_words (account_id, order_id, word)
  SELECT NEW.account_id, NEW.order_id, w.word FROM unnest(search_words(NEW.name)) AS w(word);
  RETURN NULL;
END
$$;
CREATE TRIGGER order_recipients_words_update AFTER UPDATE OF name ON order_recipients
  FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name) EXECUTE FUNCTION note_changed_buyer();

CREATE FUNCTION note_title(account uuid, named text, key uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO order_title_words (account_id, word, title_key)
  SELECT account, w.word, key FROM unnest(search_words(named)) AS w(word)
  WHERE NOT EXISTS (SELECT 1 FROM order_title_words k WHERE k.account_id = account AND k.title_key = key)
$$;

CREATE FUNCTION note_new_titles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_title(a.account_id, a.title, a.title_key) FROM (SELECT DISTINCT account_id, title, title_key FROM added) a;
  RETURN NULL;
END
$$;
CREATE TRIGGER order_lines_words_insert AFTER INSERT ON order_lines REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_titles();

CREATE FUNCTION note_changed_title() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_title(NEW.account_id, NEW.title, NEW.title_key);
  RETURN NULL;
END
$$;
CREATE TRIGGER order_lines_words_update AFTER UPDATE OF title ON order_lines
  FOR EACH ROW WHEN (NEW.title IS DISTINCT FROM OLD.title) EXECUTE FUNCTION note_changed_title();

-- Orders that are there already. The owner of the tables sees no row of a table with forced row-level security.
ALTER TABLE order_recipients NO FORCE ROW LEVEL SECURITY;
ALTER TABLE order_lines NO FORCE ROW LEVEL SECURITY;
INSERT INTO order_buyer_words (account_id, order_id, word)
SELECT r.account_id, r.order_id, w.word FROM order_recipients r, unnest(search_words(r.name)) AS w(word);
INSERT INTO order_title_words (account_id, word, title_key)
SELECT l.account_id, w.word, l.title_key
FROM (SELECT DISTINCT account_id, title, title_key FROM order_lines) l, unnest(search_words(l.title)) AS w(word);
ALTER TABLE order_recipients FORCE ROW LEVEL SECURITY;
ALTER TABLE order_lines FORCE ROW LEVEL SECURITY;
CALL protect_account_rows('order_buyer_words');
CALL protect_account_rows('order_title_words');
