-- Orders with messages that the client has not read: the dashboard counts them, and the order list is narrowed to them.
CREATE INDEX order_conversations_unread_idx ON order_conversations (account_id, order_id) WHERE client_seen < last_seq;
