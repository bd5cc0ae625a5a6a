-- Notifications of one event that came within minutes are mailed together: these wait for that mail.
ALTER TABLE notifications ADD COLUMN mail_waits boolean NOT NULL DEFAULT false;
CREATE INDEX notifications_mail_idx ON notifications (account_id, event, created_at) WHERE mail_waits;
