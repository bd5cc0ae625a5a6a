-- Many orders at once are asked for a title of their lines (docs/decisions/0045): from this index alone, without the lines' rows.
DROP INDEX order_lines_order_idx;
CREATE INDEX order_lines_order_idx ON order_lines (account_id, order_id, position) INCLUDE (title_key);
