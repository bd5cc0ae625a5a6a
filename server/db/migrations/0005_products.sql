-- The provider's catalogue, the mirror of the stores' products, and the mapping between them (domain.md §3.2).

CREATE SEQUENCE catalog_code_seq START 100001;
CREATE TABLE catalog_skus (
  id uuid PRIMARY KEY,
  code text NOT NULL CONSTRAINT catalog_skus_code_key UNIQUE DEFAULT 'TW' || nextval('catalog_code_seq'),
  owner_account_id uuid REFERENCES accounts (id), -- null: offered to every merchant
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 255),
  attributes jsonb NOT NULL DEFAULT '{}',
  weight_g int NOT NULL CHECK (weight_g > 0),
  length_mm int CHECK (length_mm > 0),
  width_mm int CHECK (width_mm > 0),
  height_mm int CHECK (height_mm > 0),
  flags text[] NOT NULL DEFAULT '{}',
  hs_code text,
  origin char(2),
  lead_days int NOT NULL DEFAULT 3 CHECK (lead_days >= 0),
  moq int NOT NULL DEFAULT 1 CHECK (moq > 0),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'low', 'discontinued')),
  picture text REFERENCES pictures (sha256),
  created_at timestamptz NOT NULL,
  version int NOT NULL DEFAULT 1
);
CREATE INDEX catalog_skus_owner_idx ON catalog_skus (owner_account_id, code);
ALTER TABLE catalog_skus ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalog_skus FORCE ROW LEVEL SECURITY;
CREATE POLICY account_rows ON catalog_skus FOR SELECT TO tradewind_app USING (owner_account_id IS NULL OR owner_account_id = app_account());
CREATE POLICY desk_rows ON catalog_skus TO tradewind_desk USING (true) WITH CHECK (true);

CREATE TABLE store_products (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  store_id uuid NOT NULL,
  external_id text NOT NULL,
  title text NOT NULL,
  handle text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'draft', 'archived', 'unlisted')),
  vendor text,
  product_type text,
  tags text[] NOT NULL DEFAULT '{}',
  url text,
  image_url text,
  picture text REFERENCES pictures (sha256),
  picture_tried_at timestamptz, -- last attempt to mirror image_url that did not succeed
  -- worst mapping state of its variants, kept by the products service so that tabs are one index range
  mapping_state text NOT NULL DEFAULT 'unmapped' CHECK (mapping_state IN ('unmapped', 'suggested', 'needs_review', 'mapped', 'not_ours')),
  external_created_at timestamptz,
  external_updated_at timestamptz NOT NULL,
  removed_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT store_products_external_key UNIQUE (account_id, store_id, external_id),
  CONSTRAINT store_products_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores (account_id, id)
);
CREATE INDEX store_products_list_idx ON store_products (account_id, external_updated_at DESC, id DESC) WHERE removed_at IS NULL;
CREATE INDEX store_products_tab_idx ON store_products (account_id, mapping_state, external_updated_at DESC, id DESC) WHERE removed_at IS NULL;
CREATE INDEX store_products_unmirrored_idx ON store_products (picture_tried_at NULLS FIRST) WHERE image_url IS NOT NULL AND picture IS NULL AND removed_at IS NULL;
CALL protect_account_rows('store_products');

CREATE TABLE store_variants (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  external_id text NOT NULL,
  title text NOT NULL,
  sku text NOT NULL DEFAULT '',
  barcode text,
  options jsonb NOT NULL DEFAULT '[]', -- [{name, value}]
  price bigint,
  compare_at bigint,
  currency char(3),
  weight_g int,
  inventory_item_id text,
  requires_shipping boolean NOT NULL DEFAULT true,
  position int NOT NULL DEFAULT 1,
  mapping_state text NOT NULL DEFAULT 'unmapped' CHECK (mapping_state IN ('unmapped', 'suggested', 'needs_review', 'mapped', 'not_ours')),
  mapping_version int,
  removed_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT store_variants_external_key UNIQUE (account_id, store_id, external_id),
  CONSTRAINT store_variants_product_fkey FOREIGN KEY (account_id, product_id) REFERENCES store_products (account_id, id)
);
CREATE INDEX store_variants_product_idx ON store_variants (account_id, product_id, position);
CREATE INDEX store_variants_sku_idx ON store_variants (account_id, store_id, sku) WHERE sku <> '';
CALL protect_account_rows('store_variants');

-- Versions are never changed; an order remembers the version it used.
CREATE TABLE mappings (
  account_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  version int NOT NULL CHECK (version > 0),
  source text NOT NULL CHECK (source IN ('manual', 'auto_option', 'auto_sku', 'image', 'agent', 'quote', 'file')),
  confidence real NOT NULL DEFAULT 1 CHECK (confidence BETWEEN 0 AND 1),
  variant_snapshot jsonb NOT NULL DEFAULT '{}', -- title, options, sku and picture when confirmed; drift is told by it
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, variant_id, version),
  CONSTRAINT mappings_variant_fkey FOREIGN KEY (account_id, variant_id) REFERENCES store_variants (account_id, id)
);
CALL protect_account_rows('mappings');

CREATE TABLE mapping_components (
  account_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  version int NOT NULL,
  line int NOT NULL CHECK (line BETWEEN 1 AND 20),
  catalog_sku_id uuid NOT NULL REFERENCES catalog_skus (id),
  quantity int NOT NULL CHECK (quantity BETWEEN 1 AND 999),
  PRIMARY KEY (account_id, variant_id, version, line),
  CONSTRAINT mapping_components_version_fkey FOREIGN KEY (account_id, variant_id, version) REFERENCES mappings (account_id, variant_id, version)
);
CREATE INDEX mapping_components_sku_idx ON mapping_components (account_id, catalog_sku_id);
CALL protect_account_rows('mapping_components');
