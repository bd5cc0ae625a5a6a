-- Links to the provider's partners, shown in the menu. They belong to the provider, not to an account.

CREATE TABLE partner_links (
  id uuid PRIMARY KEY,
  domain text CHECK (domain = lower(domain)), -- the one site that shows it; null: all
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  icon text NOT NULL DEFAULT '', -- a known picture; empty: the first letter of the name
  link text NOT NULL CHECK (link ~ '^https?://' AND length(link) <= 500),
  position int NOT NULL,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX partner_links_order_idx ON partner_links (position, id);
