-- Catalogue products that merchants put into their shops, mapped from birth.
ALTER TABLE mappings DROP CONSTRAINT mappings_source_check;
ALTER TABLE mappings ADD CONSTRAINT mappings_source_check
  CHECK (source IN ('manual', 'auto_option', 'auto_sku', 'image', 'agent', 'quote', 'file', 'published'));

CREATE TABLE publications (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  store_id uuid NOT NULL,
  catalog_product_id uuid NOT NULL REFERENCES catalog_products (id),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'published', 'failed', 'removed')),
  reason text, -- why it failed, or what the last try met
  handle text NOT NULL, -- ours alone: by it the shop's product is found, whoever tells of it first
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 255),
  description text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'draft')),
  currency char(3) NOT NULL, -- the shop's
  items jsonb NOT NULL, -- [{catalog_sku_id, price}]
  external_id text,
  product_id uuid, -- the mirrored product, once it is here
  created_by uuid REFERENCES users (id),
  author_name text,
  created_at timestamptz NOT NULL,
  published_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT publications_handle_key UNIQUE (account_id, store_id, handle),
  CONSTRAINT publications_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores (account_id, id),
  CONSTRAINT publications_product_fkey FOREIGN KEY (account_id, product_id) REFERENCES store_products (account_id, id)
);
-- A product of the catalogue is in a shop once.
CREATE UNIQUE INDEX publications_once_key ON publications (account_id, store_id, catalog_product_id) WHERE state IN ('waiting', 'published');
CREATE INDEX publications_list_idx ON publications (account_id, created_at DESC, id DESC);
CALL protect_account_rows('publications');
