-- Messages about an order are its conversation.
ALTER TABLE order_talks RENAME TO order_conversations;
ALTER TABLE order_conversations RENAME CONSTRAINT order_talks_pkey TO order_conversations_pkey;
ALTER TABLE order_conversations RENAME CONSTRAINT order_talks_order_fkey TO order_conversations_order_fkey;
ALTER INDEX order_talks_last_idx RENAME TO order_conversations_last_idx;
ALTER INDEX order_talks_waiting_idx RENAME TO order_conversations_waiting_idx;
ALTER TABLE order_messages RENAME CONSTRAINT order_messages_talk_fkey TO order_messages_conversation_fkey;
