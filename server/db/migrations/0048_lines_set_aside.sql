-- A line of one order that is not ours to send, whatever its variant is in other orders.
ALTER TABLE order_lines ADD COLUMN set_aside boolean NOT NULL DEFAULT false;
