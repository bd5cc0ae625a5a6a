-- The list of orders says for which of them a payment request is open.
CREATE INDEX payment_request_orders_order_idx ON payment_request_orders (account_id, order_id);
