-- Stock: a journal of movements, levels that follow it, and the pieces that orders hold (domain.md §2.8, §3.10).
-- Goods belong to a client or to the provider itself; the provider's are shared by all clients and carry the zero account.
-- Directory tables: warehouses.

CREATE TABLE warehouses (
  id uuid PRIMARY KEY,
  code text NOT NULL CONSTRAINT warehouses_code_key UNIQUE,
  name text NOT NULL,
  country char(2) NOT NULL,
  active boolean NOT NULL DEFAULT true,
  position int NOT NULL DEFAULT 1
);
INSERT INTO warehouses (id, code, name, country, position) VALUES
  ('019a0000-0000-7000-8000-000000000101', 'YIW', 'Yiwu', 'CN', 1),
  ('019a0000-0000-7000-8000-000000000102', 'SZX', 'Shenzhen', 'CN', 2),
  ('019a0000-0000-7000-8000-000000000103', 'LAX', 'Los Angeles', 'US', 3);

-- The provider, as the owner of shared goods.
CREATE FUNCTION provider_account() RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN '00000000-0000-0000-0000-000000000000'::uuid;

CREATE TABLE stock_levels (
  account_id uuid NOT NULL, -- the owner
  sku_id uuid NOT NULL REFERENCES catalog_skus (id),
  warehouse_id uuid NOT NULL REFERENCES warehouses (id),
  code text COLLATE "C" NOT NULL, -- of the SKU, so that lists are one index range
  on_hand int NOT NULL DEFAULT 0,
  damaged int NOT NULL DEFAULT 0,
  reserved int NOT NULL DEFAULT 0,  -- held by unpaid orders
  committed int NOT NULL DEFAULT 0, -- held by paid orders
  available int NOT NULL GENERATED ALWAYS AS (on_hand - damaged - reserved - committed) STORED,
  PRIMARY KEY (account_id, sku_id, warehouse_id),
  CONSTRAINT stock_levels_counts CHECK (on_hand >= 0 AND damaged >= 0 AND reserved >= 0 AND committed >= 0),
  CONSTRAINT stock_levels_available CHECK (on_hand - damaged - reserved - committed >= 0)
);
CREATE UNIQUE INDEX stock_levels_list_idx ON stock_levels (account_id, code, warehouse_id);
CREATE INDEX stock_levels_held_idx ON stock_levels (account_id, code, warehouse_id) WHERE on_hand > 0;
ALTER TABLE stock_levels ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_levels FORCE ROW LEVEL SECURITY;
-- A client's order may hold shared pieces, so their levels can be seen and locked; whose orders hold them stays hidden.
CREATE POLICY account_rows ON stock_levels TO tradewind_app
  USING (account_id = app_account() OR account_id = provider_account()) WITH CHECK (account_id = app_account() OR account_id = provider_account());
CREATE POLICY desk_rows ON stock_levels TO tradewind_desk USING (true) WITH CHECK (true);

CREATE TABLE stock_movements (
  account_id uuid NOT NULL, -- the owner
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  sku_id uuid NOT NULL REFERENCES catalog_skus (id),
  warehouse_id uuid NOT NULL REFERENCES warehouses (id),
  kind text NOT NULL CHECK (kind IN ('receipt', 'ship', 'return', 'damage', 'adjust', 'transfer_out', 'transfer_in', 'write_off')),
  qty int NOT NULL,               -- change of what lies there
  damaged_qty int NOT NULL DEFAULT 0, -- change of how much of it is damaged
  unit_cost bigint CHECK (unit_cost >= 0), -- of pieces that came in, minor units of the wallet's currency
  layer_at timestamptz,           -- since when pieces that came in are stored; a transfer does not make them younger
  ref_kind text,
  ref_id uuid,
  ref_label text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  actor_kind text NOT NULL,
  actor_name text,
  idempotency_key text NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT stock_movements_idempotency_key UNIQUE (account_id, idempotency_key),
  CONSTRAINT stock_movements_moves CHECK (qty <> 0 OR damaged_qty <> 0),
  CONSTRAINT stock_movements_layer CHECK ((qty > 0) = (layer_at IS NOT NULL)),
  CONSTRAINT stock_movements_direction CHECK (CASE kind
    WHEN 'receipt' THEN qty > 0 WHEN 'return' THEN qty > 0 WHEN 'transfer_in' THEN qty > 0
    WHEN 'ship' THEN qty < 0 WHEN 'transfer_out' THEN qty < 0 WHEN 'write_off' THEN qty < 0
    WHEN 'damage' THEN qty = 0 ELSE true END)
);
CREATE INDEX stock_movements_list_idx ON stock_movements (account_id, at DESC, id DESC);
CREATE INDEX stock_movements_kind_idx ON stock_movements (account_id, kind, at DESC, id DESC);
CREATE INDEX stock_movements_level_idx ON stock_movements (account_id, sku_id, warehouse_id, at) INCLUDE (qty, damaged_qty);
CREATE INDEX stock_movements_layer_idx ON stock_movements (account_id, sku_id, warehouse_id, layer_at DESC) WHERE qty > 0;
CALL protect_account_rows('stock_movements');
CREATE TRIGGER stock_movements_append_only BEFORE UPDATE OR DELETE ON stock_movements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stock_movements_no_truncate BEFORE TRUNCATE ON stock_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON stock_movements FROM tradewind_app, tradewind_desk;

-- Pieces that an order holds: reserved for a day while it is unpaid, committed from its payment until they leave.
CREATE TABLE stock_reservations (
  account_id uuid NOT NULL,
  order_id uuid NOT NULL,
  line_id uuid NOT NULL,
  sku_id uuid NOT NULL,
  owner_id uuid NOT NULL CHECK (owner_id = account_id OR owner_id = provider_account()),
  warehouse_id uuid NOT NULL,
  per_unit int NOT NULL CHECK (per_unit > 0), -- pieces in one unit of the order's line
  quantity int NOT NULL CHECK (quantity > 0),
  committed boolean NOT NULL DEFAULT false,
  expires_at timestamptz,
  PRIMARY KEY (account_id, order_id, line_id, sku_id, owner_id, warehouse_id),
  CONSTRAINT stock_reservations_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id),
  CONSTRAINT stock_reservations_line_fkey FOREIGN KEY (account_id, line_id) REFERENCES order_lines (account_id, id),
  CONSTRAINT stock_reservations_term CHECK (committed = (expires_at IS NULL))
);
CREATE INDEX stock_reservations_due_idx ON stock_reservations (expires_at) WHERE NOT committed;
CREATE INDEX stock_reservations_level_idx ON stock_reservations (account_id, sku_id, owner_id, warehouse_id);
CALL protect_account_rows('stock_reservations');

-- Orders that want more pieces than there are, in the sequence in which they will get them.
CREATE TABLE stock_waits (
  account_id uuid NOT NULL,
  order_id uuid NOT NULL,
  sku_id uuid NOT NULL,
  quantity int NOT NULL CHECK (quantity > 0),
  since timestamptz NOT NULL,
  PRIMARY KEY (account_id, order_id, sku_id),
  CONSTRAINT stock_waits_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id)
);
CREATE INDEX stock_waits_sku_idx ON stock_waits (sku_id, since);
CREATE INDEX stock_waits_account_idx ON stock_waits (account_id, sku_id, since);
CALL protect_account_rows('stock_waits');

-- What a client set for a SKU, and what was told of it already.
CREATE TABLE stock_skus (
  account_id uuid NOT NULL,
  sku_id uuid NOT NULL REFERENCES catalog_skus (id),
  low_threshold int CHECK (low_threshold >= 0),
  lead_days int CHECK (lead_days BETWEEN 0 AND 365),
  low boolean NOT NULL DEFAULT false,   -- available pieces are at the threshold or below
  wanting boolean NOT NULL DEFAULT false, -- nothing is available and orders wait
  dead_since date,                      -- told that nothing moves
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, sku_id)
);
CREATE INDEX stock_skus_low_idx ON stock_skus (account_id, sku_id) WHERE low;
CALL protect_account_rows('stock_skus');

-- Pieces in the orders that a client paid for, per day (UTC).
CREATE TABLE sku_sales_days (
  account_id uuid NOT NULL,
  sku_id uuid NOT NULL REFERENCES catalog_skus (id),
  day date NOT NULL,
  pieces int NOT NULL CHECK (pieces >= 0),
  PRIMARY KEY (account_id, sku_id, day)
);
CALL protect_account_rows('sku_sales_days');

-- Levels follow the journal and the reservations, and nothing else.
CREATE FUNCTION follow_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_levels (account_id, sku_id, warehouse_id, code)
  SELECT NEW.account_id, NEW.sku_id, NEW.warehouse_id, s.code FROM catalog_skus s WHERE s.id = NEW.sku_id
  ON CONFLICT (account_id, sku_id, warehouse_id) DO NOTHING;
  IF NEW.account_id <> provider_account() THEN
    INSERT INTO stock_skus (account_id, sku_id) VALUES (NEW.account_id, NEW.sku_id) ON CONFLICT DO NOTHING;
  END IF;
  UPDATE stock_levels SET on_hand = on_hand + NEW.qty, damaged = damaged + NEW.damaged_qty
  WHERE account_id = NEW.account_id AND sku_id = NEW.sku_id AND warehouse_id = NEW.warehouse_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER stock_movements_levels AFTER INSERT ON stock_movements FOR EACH ROW EXECUTE FUNCTION follow_movement();

CREATE FUNCTION follow_reservation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE stock_levels SET
      reserved = reserved - CASE WHEN OLD.committed THEN 0 ELSE OLD.quantity END,
      committed = committed - CASE WHEN OLD.committed THEN OLD.quantity ELSE 0 END
    WHERE account_id = OLD.owner_id AND sku_id = OLD.sku_id AND warehouse_id = OLD.warehouse_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE stock_levels SET
      reserved = reserved + CASE WHEN NEW.committed THEN 0 ELSE NEW.quantity END,
      committed = committed + CASE WHEN NEW.committed THEN NEW.quantity ELSE 0 END
    WHERE account_id = NEW.owner_id AND sku_id = NEW.sku_id AND warehouse_id = NEW.warehouse_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'there is no stock of % to hold', NEW.sku_id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER stock_reservations_levels AFTER INSERT OR UPDATE OR DELETE ON stock_reservations FOR EACH ROW EXECUTE FUNCTION follow_reservation();

CREATE FUNCTION guard_levels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'stock levels follow movements and reservations: % refused', TG_OP USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER stock_levels_guard BEFORE INSERT OR UPDATE ON stock_levels FOR EACH ROW EXECUTE FUNCTION guard_levels();
REVOKE DELETE, TRUNCATE ON stock_levels FROM tradewind_app, tradewind_desk;
