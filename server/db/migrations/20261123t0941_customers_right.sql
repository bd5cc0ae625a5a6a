-- Who bought is a right of its own, `customers`. Members with rights of their own keep what they saw with their orders.
ALTER TABLE memberships NO FORCE ROW LEVEL SECURITY;
UPDATE memberships SET rights = rights || '{"customers": ["view"]}' WHERE rights -> 'orders' ? 'view';
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;
