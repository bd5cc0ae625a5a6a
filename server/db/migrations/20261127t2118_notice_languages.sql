-- Notices are written in one language, or in both: each reader sees their own, else the one that is there. What was written
-- before counts as English.
ALTER TABLE notices
  ADD COLUMN language text NOT NULL DEFAULT 'en' CONSTRAINT notices_language CHECK (language IN ('en', 'zh')),
  ADD COLUMN other_title text CONSTRAINT notices_other_title CHECK (length(other_title) BETWEEN 1 AND 120),
  ADD COLUMN other_content text, -- sanitised when written
  ADD CONSTRAINT notices_other CHECK ((other_title IS NULL) = (other_content IS NULL));
