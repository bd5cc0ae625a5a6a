-- A sample that was ordered is a word of the talk about its quote.
ALTER TABLE quote_entries DROP CONSTRAINT quote_entries_kind_check;
ALTER TABLE quote_entries ADD CONSTRAINT quote_entries_kind_check CHECK (kind IN ('asked', 'message', 'question', 'reply', 'assigned', 'quoted',
  'countered', 'accepted', 'declined', 'unavailable', 'alternative', 'alternative_taken', 'expired', 'cancelled', 'sample'));
