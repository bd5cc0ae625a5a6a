-- The last thing that the client said, so that staff's list and menu find what no agent has read by an index.
ALTER TABLE quotes ADD COLUMN client_said integer NOT NULL DEFAULT 0;
UPDATE quotes q SET client_said = t.seq
FROM (SELECT account_id, quote_id, max(seq) AS seq FROM quote_entries
  WHERE side = 'client' AND kind IN ('message', 'question', 'reply', 'extended') GROUP BY account_id, quote_id) t
WHERE t.account_id = q.account_id AND t.quote_id = q.id;
-- what was said before a quote was refused or taken back waits for nobody
UPDATE quotes q SET staff_seen = t.seq
FROM (SELECT account_id, quote_id, max(seq) AS seq FROM quote_entries
  WHERE kind IN ('declined', 'cancelled', 'unavailable') GROUP BY account_id, quote_id) t
WHERE t.account_id = q.account_id AND t.quote_id = q.id AND q.staff_seen < t.seq;
CREATE INDEX quotes_unread_idx ON quotes (status, sla_due_at, id) WHERE client_said > staff_seen;
