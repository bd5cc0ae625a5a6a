-- What the portal tells its users (domain.md §3.12): rows that it writes itself, one per reader, and notices that staff
-- write once for many. Directory tables: notices, notice_accounts, notice_marks.

CREATE TABLE notifications (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  audience text NOT NULL CHECK (audience IN ('member', 'staff')),
  event text NOT NULL,
  feature text NOT NULL,
  subject uuid NOT NULL, -- the record that it is about
  store_id uuid, -- only for members who may see this store
  params jsonb NOT NULL DEFAULT '{}',
  link text NOT NULL CHECK (link LIKE '/%'),
  waiting boolean NOT NULL, -- wants an act of its reader that nobody has done yet
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  hidden_at timestamptz,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX notifications_member_idx ON notifications (account_id, user_id, created_at DESC, id DESC) WHERE audience = 'member' AND hidden_at IS NULL;
CREATE INDEX notifications_member_unread_idx ON notifications (account_id, user_id, created_at DESC, id DESC) WHERE audience = 'member' AND hidden_at IS NULL AND read_at IS NULL;
CREATE INDEX notifications_member_waiting_idx ON notifications (account_id, user_id, created_at DESC, id DESC) WHERE audience = 'member' AND hidden_at IS NULL AND waiting;
-- Staff hear of all clients in one list.
CREATE INDEX notifications_staff_idx ON notifications (user_id, created_at DESC, id DESC) WHERE audience = 'staff' AND hidden_at IS NULL;
CREATE INDEX notifications_staff_unread_idx ON notifications (user_id, created_at DESC, id DESC) WHERE audience = 'staff' AND hidden_at IS NULL AND read_at IS NULL;
CREATE INDEX notifications_staff_waiting_idx ON notifications (user_id, created_at DESC, id DESC) WHERE audience = 'staff' AND hidden_at IS NULL AND waiting;
CREATE INDEX notifications_subject_idx ON notifications (account_id, subject, event, user_id);
CREATE INDEX notifications_age_idx ON notifications USING brin (created_at);
CALL protect_account_rows('notifications');

CREATE TABLE notices (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('popup', 'inbox')),
  severity text NOT NULL CHECK (severity IN ('info', 'success', 'warning', 'critical')),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  tags text[] NOT NULL DEFAULT '{}',
  content text NOT NULL, -- sanitised when written (decision 34)
  audience text NOT NULL CHECK (audience IN ('everyone', 'accounts', 'domain')),
  domain text CHECK (domain = lower(domain)),
  starts_at timestamptz NOT NULL,
  ended_at timestamptz CHECK (ended_at > starts_at),
  created_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  CHECK ((audience = 'domain') = (domain IS NOT NULL))
);
CREATE INDEX notices_newest_idx ON notices (created_at DESC, id DESC);
CREATE INDEX notices_starts_idx ON notices (starts_at DESC, id DESC) WHERE withdrawn_at IS NULL;

CREATE TABLE notice_accounts (
  notice_id uuid NOT NULL REFERENCES notices (id),
  account_id uuid NOT NULL REFERENCES accounts (id),
  PRIMARY KEY (notice_id, account_id)
);

-- What one reader did with a notice.
CREATE TABLE notice_marks (
  user_id uuid NOT NULL REFERENCES users (id),
  notice_id uuid NOT NULL REFERENCES notices (id),
  read_at timestamptz NOT NULL,
  hidden_at timestamptz,
  PRIMARY KEY (user_id, notice_id)
);
CREATE INDEX notice_marks_notice_idx ON notice_marks (notice_id);
