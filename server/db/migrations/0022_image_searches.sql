-- Searches by picture: kept per member for 90 days, so that they can be opened again. The picture is the account's own
-- file without anything its camera wrote into it; what is searched is the part inside the crop.
ALTER TABLE files DROP CONSTRAINT files_purpose_check;
ALTER TABLE files ADD CONSTRAINT files_purpose_check CHECK (purpose IN ('recharge_proof', 'order_import', 'quote_attachment', 'export', 'image_search'));

CREATE TABLE image_searches (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  file_id uuid NOT NULL,
  host text, -- where the picture was fetched from, when by its address
  width int NOT NULL CHECK (width > 0),
  height int NOT NULL CHECK (height > 0),
  -- the part that is searched, in shares of width and height
  crop_left real NOT NULL DEFAULT 0,
  crop_top real NOT NULL DEFAULT 0,
  crop_width real NOT NULL DEFAULT 1,
  crop_height real NOT NULL DEFAULT 1,
  grids bytea NOT NULL,
  thumbnail bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT image_searches_file_fkey FOREIGN KEY (account_id, file_id) REFERENCES files (account_id, id) ON DELETE CASCADE, -- they live as long
  CONSTRAINT image_searches_crop CHECK (crop_left >= 0 AND crop_top >= 0 AND crop_width > 0 AND crop_height > 0
    AND crop_left + crop_width <= 1.001 AND crop_top + crop_height <= 1.001)
);
CREATE INDEX image_searches_list_idx ON image_searches (account_id, user_id, created_at DESC, id DESC);
CREATE INDEX image_searches_file_idx ON image_searches (account_id, file_id);
CALL protect_account_rows('image_searches');

-- Products of one account that look the same. `product_id` < `twin_id`, so that each pair is there once.
CREATE TABLE product_twins (
  account_id uuid NOT NULL,
  product_id uuid NOT NULL,
  twin_id uuid NOT NULL,
  likeness real NOT NULL CHECK (likeness BETWEEN 0 AND 1),
  PRIMARY KEY (account_id, product_id, twin_id),
  CONSTRAINT product_twins_order CHECK (product_id < twin_id),
  CONSTRAINT product_twins_product_fkey FOREIGN KEY (account_id, product_id) REFERENCES store_products (account_id, id) ON DELETE CASCADE,
  CONSTRAINT product_twins_twin_fkey FOREIGN KEY (account_id, twin_id) REFERENCES store_products (account_id, id) ON DELETE CASCADE
);
CREATE INDEX product_twins_twin_idx ON product_twins (account_id, twin_id);
CALL protect_account_rows('product_twins');

-- With which picture a product was compared with the others; another picture is compared again.
CREATE TABLE product_twin_checks (
  account_id uuid NOT NULL,
  product_id uuid NOT NULL,
  picture text NOT NULL,
  PRIMARY KEY (account_id, product_id),
  CONSTRAINT product_twin_checks_product_fkey FOREIGN KEY (account_id, product_id) REFERENCES store_products (account_id, id) ON DELETE CASCADE
);
CALL protect_account_rows('product_twin_checks');

-- What a quote shows when it is not about a store's product.
ALTER TABLE quotes ADD COLUMN picture text REFERENCES pictures (sha256);
