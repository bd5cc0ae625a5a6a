-- Lists of a reason are read and counted from these indexes alone: the order's own columns that narrow them stand in the index.
DROP INDEX orders_needs_merchant_idx;
CREATE INDEX orders_needs_merchant_idx ON orders (account_id, placed_at DESC, id DESC) INCLUDE (stage, store_id, country, blocked) WHERE needs_merchant;
DROP INDEX orders_needs_provider_idx;
CREATE INDEX orders_needs_provider_idx ON orders (account_id, placed_at DESC, id DESC) INCLUDE (stage, store_id, country, blocked) WHERE needs_provider;
