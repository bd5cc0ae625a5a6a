-- A mapping that was accepted from a suggestion says so. Those accepted before are told by their confidence, which is less than 1
-- for suggestions alone; only suggestions came from images.
ALTER TABLE mappings DROP CONSTRAINT mappings_source_check;
UPDATE mappings SET source = 'suggestion'
WHERE source = 'image' OR (source IN ('auto_option', 'auto_sku') AND confidence < 1);
ALTER TABLE mappings ADD CONSTRAINT mappings_source_check
  CHECK (source IN ('manual', 'auto_option', 'auto_sku', 'suggestion', 'image', 'agent', 'quote', 'file', 'published'));
