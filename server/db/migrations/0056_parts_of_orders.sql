-- Units move between orders (decisions/0028): a part is an order of its own, and an order takes units of others in.

ALTER TABLE order_lines
  ADD COLUMN origin_line_id uuid, -- the line of the shop's order that these units came from; null: this line is it
  ADD COLUMN moved_quantity int NOT NULL DEFAULT 0 CHECK (moved_quantity >= 0), -- units of it that other orders send
  DROP CONSTRAINT order_lines_shipped_check,
  ADD CONSTRAINT order_lines_shipped_check CHECK (shipped_quantity + cancelled_quantity + moved_quantity <= quantity),
  ADD CONSTRAINT order_lines_origin_check CHECK (origin_line_id IS NULL OR moved_quantity = 0),
  ADD CONSTRAINT order_lines_origin_fkey FOREIGN KEY (account_id, origin_line_id) REFERENCES order_lines (account_id, id);
CREATE INDEX order_lines_origin_idx ON order_lines (account_id, origin_line_id) WHERE origin_line_id IS NOT NULL;

ALTER TABLE orders
  ADD COLUMN split_from uuid, -- of a part: the order that it was split from
  ADD COLUMN moved_total bigint NOT NULL DEFAULT 0, -- of the shop's total: what stands with other orders (below zero: what is theirs)
  ADD CONSTRAINT orders_split_fkey FOREIGN KEY (account_id, split_from) REFERENCES orders (account_id, id),
  DROP CONSTRAINT orders_stage_check,
  ADD CONSTRAINT orders_stage_check CHECK (stage IN ('imported', 'quoting', 'awaiting_payment', 'paying', 'processing', 'ready_to_ship', 'partially_shipped', 'shipped', 'delivered', 'closed', 'cancelled', 'merged'));
CREATE INDEX orders_split_idx ON orders (account_id, split_from) WHERE split_from IS NOT NULL;

-- Equal for the same buyer and address: whose orders may be sent as one. Goes when the buyer is erased.
ALTER TABLE order_recipients ADD COLUMN buyer_key text;
CREATE INDEX order_recipients_buyer_idx ON order_recipients (account_id, buyer_key) WHERE buyer_key IS NOT NULL;
UPDATE order_recipients r SET buyer_key = encode(sha256(convert_to(concat_ws(E'\n',
    coalesce(nullif(lower(trim(r.email)), ''), nullif(regexp_replace(r.phone, '[^0-9]', '', 'g'), ''), lower(trim(r.name))),
    lower(regexp_replace(concat(r.address1, r.address2, r.zip, r.country), '[^[:alnum:]]', '', 'g'))), 'UTF8')), 'hex')
FROM orders o
WHERE o.account_id = r.account_id AND o.id = r.order_id AND o.stage IN ('imported', 'quoting', 'awaiting_payment')
  AND r.redacted_at IS NULL AND r.address1 IS NOT NULL;

-- An order whose units all stand with others is in no tab: they are counted where they are.
CREATE OR REPLACE FUNCTION order_tabs(stage text, blocked boolean, held boolean, watched boolean, claimed boolean) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN stage = 'merged' THEN '{}'::text[] ELSE array_remove(ARRAY[
    'all',
    CASE WHEN blocked AND stage IN ('imported', 'quoting', 'awaiting_payment', 'processing', 'ready_to_ship', 'partially_shipped') THEN 'action_needed' END,
    CASE WHEN held THEN 'on_hold' END,
    CASE WHEN watched THEN 'watch' END,
    CASE WHEN claimed THEN 'claims' END,
    CASE
      WHEN stage = 'quoting' THEN 'quoting'
      WHEN stage IN ('awaiting_payment', 'paying') THEN 'to_pay'
      WHEN stage IN ('processing', 'ready_to_ship') THEN 'processing'
      WHEN stage IN ('partially_shipped', 'shipped') THEN 'shipped'
      WHEN stage IN ('delivered', 'closed') THEN 'delivered'
      WHEN stage = 'cancelled' THEN 'cancelled'
    END], NULL) END;
