-- The price of a SKU to a country that the merchant paid or agreed to last: what a store's price guard measures against.
CREATE TABLE agreed_prices (
  account_id uuid NOT NULL REFERENCES accounts (id),
  catalog_sku_id uuid NOT NULL REFERENCES catalog_skus (id),
  destination char(2) NOT NULL,
  price_id uuid NOT NULL,
  agreed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, catalog_sku_id, destination),
  CONSTRAINT agreed_prices_price_fkey FOREIGN KEY (account_id, price_id) REFERENCES prices (account_id, id)
);
CALL protect_account_rows('agreed_prices');

-- The risk that the merchant has looked at and accepted; a higher one asks again.
ALTER TABLE orders ADD COLUMN risk_accepted text;
