-- Mappings in full: versions that say more than components, rules by destination and date, drift with its words, and
-- what lists of products show without counting it anew.

ALTER TABLE mappings
  ADD COLUMN outcome text NOT NULL DEFAULT 'mapped' CHECK (outcome IN ('mapped', 'not_ours', 'unmapped')),
  ADD COLUMN until_sold_out boolean NOT NULL DEFAULT false, -- the merchant knows that an item is discontinued
  ADD COLUMN restored_from int,
  ADD COLUMN author_name text,
  ADD COLUMN picture text REFERENCES pictures (sha256); -- as confirmed, to stand beside a later one

-- A rule replaces the components for some countries, some days, or both. Rule 0 of the components is what counts without one.
CREATE TABLE mapping_rules (
  account_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  version int NOT NULL,
  rule int NOT NULL CHECK (rule BETWEEN 1 AND 50),
  countries text[] NOT NULL DEFAULT '{}', -- empty: every country
  valid_from date,
  valid_to date, -- the last day
  PRIMARY KEY (account_id, variant_id, version, rule),
  CONSTRAINT mapping_rules_version_fkey FOREIGN KEY (account_id, variant_id, version) REFERENCES mappings (account_id, variant_id, version),
  CONSTRAINT mapping_rules_days_check CHECK (valid_from <= valid_to),
  CONSTRAINT mapping_rules_says_something CHECK (cardinality(countries) > 0 OR valid_from IS NOT NULL OR valid_to IS NOT NULL)
);
CALL protect_account_rows('mapping_rules');

ALTER TABLE mapping_components
  ADD COLUMN rule int NOT NULL DEFAULT 0,
  ADD COLUMN sku_snapshot jsonb NOT NULL DEFAULT '{}', -- the item's attributes when confirmed; drift is told by it
  DROP CONSTRAINT mapping_components_pkey,
  ADD PRIMARY KEY (account_id, variant_id, version, rule, line);
CREATE INDEX mapping_components_users_idx ON mapping_components (catalog_sku_id, account_id);

-- An order that keeps an older version than its variant has now names it; what a line consists of is its version and rule.
ALTER TABLE order_lines
  ADD COLUMN pinned_version int,
  ADD COLUMN mapping_rule int NOT NULL DEFAULT 0;

ALTER TABLE store_variants
  ADD COLUMN image_url text,
  ADD COLUMN picture text REFERENCES pictures (sha256),
  ADD COLUMN picture_tried_at timestamptz,
  ADD COLUMN drift jsonb; -- what is not as it was confirmed: [{kind, name, from, to}]; null when nothing is
CREATE INDEX store_variants_unmirrored_idx ON store_variants (picture_tried_at NULLS FIRST) WHERE image_url IS NOT NULL AND picture IS NULL AND removed_at IS NULL;

-- Facts of the variants, kept with the state by the products service.
ALTER TABLE store_products
  ADD COLUMN variants int NOT NULL DEFAULT 0,
  ADD COLUMN variants_mapped int NOT NULL DEFAULT 0,
  ADD COLUMN price_min bigint,
  ADD COLUMN price_max bigint,
  ADD COLUMN price_currency char(3);
UPDATE store_products p SET variants = d.variants, variants_mapped = d.mapped, price_min = d.low, price_max = d.high, price_currency = d.currency
FROM (
  SELECT account_id, product_id, count(*) AS variants, count(*) FILTER (WHERE mapping_state = 'mapped') AS mapped,
         min(price) AS low, max(price) AS high, min(currency) AS currency
  FROM store_variants WHERE removed_at IS NULL AND requires_shipping GROUP BY 1, 2
) d
WHERE p.account_id = d.account_id AND p.id = d.product_id;
CREATE INDEX store_products_title_idx ON store_products (account_id, lower(title), id) WHERE removed_at IS NULL;
CREATE INDEX store_products_price_idx ON store_products (account_id, price_min, id) WHERE removed_at IS NULL;

-- Orders per product, counted by a job after orders have changed; a table of its own, so that no product waits for it.
CREATE TABLE product_orders (
  account_id uuid NOT NULL,
  product_id uuid NOT NULL,
  orders_30d int NOT NULL DEFAULT 0,
  orders_waiting int NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, product_id),
  CONSTRAINT product_orders_product_fkey FOREIGN KEY (account_id, product_id) REFERENCES store_products (account_id, id)
);
CREATE INDEX product_orders_sort_idx ON product_orders (account_id, orders_30d DESC, product_id DESC);
CALL protect_account_rows('product_orders');

-- What happened to a product: mapped, drifted, confirmed, restored.
CREATE TABLE product_events (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  actor_kind text NOT NULL,
  actor_name text,
  data jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (account_id, id),
  CONSTRAINT product_events_product_fkey FOREIGN KEY (account_id, product_id) REFERENCES store_products (account_id, id)
);
CREATE INDEX product_events_product_idx ON product_events (account_id, product_id, at DESC, id DESC);
CALL protect_account_rows('product_events');
