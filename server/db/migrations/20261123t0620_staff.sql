-- The provider's side is called staff, in sides of messages, events, links, indexes and the names of endpoints.
-- Rows of access_log and audit_log, and keys of stock_movements, keep the words with which they were written.
ALTER TABLE order_messages DROP CONSTRAINT order_messages_side_check;
UPDATE order_messages SET side = 'staff' WHERE side = 'desk';
ALTER TABLE order_messages ADD CONSTRAINT order_messages_side_check CHECK (side IN ('client', 'staff'));
ALTER TABLE quote_entries DROP CONSTRAINT quote_entries_side_check;
UPDATE quote_entries SET side = 'staff' WHERE side = 'desk';
ALTER TABLE quote_entries ADD CONSTRAINT quote_entries_side_check CHECK (side IN ('client', 'staff', 'system'));
ALTER TABLE order_conversations RENAME COLUMN desk_seen TO staff_seen;
ALTER TABLE quotes RENAME COLUMN desk_seen TO staff_seen;

UPDATE notifications SET event = 'staff_' || substr(event, 6) WHERE starts_with(event, 'desk_');
-- Pages that mails and open tabs hold under their former address are found by the web app (`plainPath`).
UPDATE notifications SET link = replace(replace(replace(replace(link,
    '/desk/catalogue', '/staff/catalog'), '/desk/watch', '/staff/exceptions'), '/desk/fulfilment', '/staff/fulfillment'), '/desk/', '/staff/')
  WHERE starts_with(link, '/desk/');

-- A call that is retried across the upgrade finds its first answer under the name that its endpoint has now.
UPDATE idempotency_keys SET route = CASE route
    WHEN 'parcels.deskWatch' THEN 'parcels.staffExceptions'
    ELSE replace(replace(route, '.desk', '.staff'), 'Desk', 'Staff')
  END
  WHERE route LIKE '%.desk%' OR route LIKE '%Desk%';

DO $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'i' AND relname LIKE '%\_desk\_idx'
  LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', found.name, replace(found.name, '_desk_idx', '_staff_idx'));
  END LOOP;
END
$$;
