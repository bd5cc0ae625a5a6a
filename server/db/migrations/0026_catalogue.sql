-- Catalogue products: SKUs that are the same thing in another colour or size, with what buyers read about it.
CREATE TABLE catalog_products (
  id uuid PRIMARY KEY,
  owner_account_id uuid REFERENCES accounts (id), -- null: offered to every merchant
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 255),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 10000),
  category text CHECK (length(category) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL,
  version int NOT NULL DEFAULT 1
);
CREATE INDEX catalog_products_owner_idx ON catalog_products (owner_account_id, created_at DESC, id DESC);

-- Pictures of a product beyond those of its SKUs, in order.
CREATE TABLE catalog_pictures (
  product_id uuid NOT NULL REFERENCES catalog_products (id),
  position int NOT NULL CHECK (position BETWEEN 1 AND 20),
  picture text NOT NULL REFERENCES pictures (sha256),
  PRIMARY KEY (product_id, position)
);

ALTER TABLE catalog_skus
  ADD COLUMN product_id uuid DEFAULT gen_random_uuid(),
  ADD COLUMN position int NOT NULL DEFAULT 1,
  ADD COLUMN sell_out boolean NOT NULL DEFAULT false, -- used until nothing is left, then discontinued
  ADD COLUMN declared_value int CHECK (declared_value >= 0); -- US cents
-- The owner of the tables sees no row of a table with forced row-level security.
ALTER TABLE catalog_skus NO FORCE ROW LEVEL SECURITY;
INSERT INTO catalog_products (id, owner_account_id, title, created_at) SELECT product_id, owner_account_id, title, created_at FROM catalog_skus;
ALTER TABLE catalog_skus FORCE ROW LEVEL SECURITY;
ALTER TABLE catalog_products ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalog_products FORCE ROW LEVEL SECURITY;
CREATE POLICY account_rows ON catalog_products FOR SELECT TO tradewind_app USING (owner_account_id IS NULL OR owner_account_id = app_account());
CREATE POLICY desk_rows ON catalog_products TO tradewind_desk USING (true) WITH CHECK (true);
ALTER TABLE catalog_skus
  ALTER COLUMN product_id SET NOT NULL,
  ADD CONSTRAINT catalog_skus_product_fkey FOREIGN KEY (product_id) REFERENCES catalog_products (id);
CREATE INDEX catalog_skus_product_idx ON catalog_skus (product_id, position);

-- A SKU that is named alone, as quotes do, is a product of its own.
CREATE FUNCTION give_sku_its_product() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog_products (id, owner_account_id, title, created_at)
  VALUES (NEW.product_id, NEW.owner_account_id, NEW.title, NEW.created_at) ON CONFLICT (id) DO NOTHING;
  RETURN NEW;
END
$$;
CREATE TRIGGER catalog_skus_product BEFORE INSERT ON catalog_skus FOR EACH ROW EXECUTE FUNCTION give_sku_its_product();
