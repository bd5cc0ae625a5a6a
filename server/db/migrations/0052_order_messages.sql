-- What client and agent write to each other about an order (domain.md §4.8).

CREATE TABLE order_talks (
  account_id uuid NOT NULL,
  order_id uuid NOT NULL,
  last_seq int NOT NULL,
  last_at timestamptz NOT NULL,
  waiting_since timestamptz, -- of the client's oldest message that nobody answered
  client_seen int NOT NULL DEFAULT 0,
  desk_seen int NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, order_id),
  CONSTRAINT order_talks_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id)
);
CREATE INDEX order_talks_waiting_idx ON order_talks (waiting_since, order_id) WHERE waiting_since IS NOT NULL;
CREATE INDEX order_talks_last_idx ON order_talks (last_at DESC, order_id DESC);
CALL protect_account_rows('order_talks');

CREATE TABLE order_messages (
  account_id uuid NOT NULL,
  order_id uuid NOT NULL,
  seq int NOT NULL,
  side text NOT NULL CHECK (side IN ('client', 'desk')),
  author_id uuid REFERENCES users (id),
  text text NOT NULL, -- empty once the buyer was erased
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, order_id, seq),
  CONSTRAINT order_messages_talk_fkey FOREIGN KEY (account_id, order_id) REFERENCES order_talks (account_id, order_id)
);
CALL protect_account_rows('order_messages');
