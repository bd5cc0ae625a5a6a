-- What the list of products is sorted and narrowed by: which orders have each product, and what selling it leaves.

-- Nothing ever wrote this table; a sum per product would make every order of it wait for one row.
DROP TABLE product_orders;

-- Products of each order that is not called off. A row belongs to its order alone, so orders never wait for each other, and
-- the last 30 days are those of the moment they are counted at.
CREATE TABLE order_products (
  account_id uuid NOT NULL,
  order_id uuid NOT NULL,
  product_id uuid NOT NULL,
  placed_at timestamptz NOT NULL,
  country char(2),
  waiting boolean NOT NULL, -- for a price
  PRIMARY KEY (account_id, order_id, product_id),
  CONSTRAINT order_products_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id),
  CONSTRAINT order_products_product_fkey FOREIGN KEY (account_id, product_id) REFERENCES store_products (account_id, id)
);
CREATE INDEX order_products_product_idx ON order_products (account_id, product_id, placed_at DESC) INCLUDE (country);
CREATE INDEX order_products_placed_idx ON order_products (account_id, placed_at DESC) INCLUDE (product_id, country);
CREATE INDEX order_products_waiting_idx ON order_products (account_id, product_id) WHERE waiting;
CALL protect_account_rows('order_products');

-- Makes the rows of these orders what their lines say. The orders are locked first: of two acts on one order the later sees
-- what the earlier did.
CREATE FUNCTION note_products_of(account uuid, changed uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders WHERE account_id = account AND id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM order_products p
  WHERE p.account_id = account AND p.order_id = ANY (changed) AND NOT EXISTS (
    SELECT FROM orders o
    JOIN order_lines l ON l.account_id = o.account_id AND l.order_id = o.id AND l.current_quantity > 0
    JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id AND v.product_id = p.product_id
    WHERE o.account_id = p.account_id AND o.id = p.order_id AND o.stage <> 'cancelled');
  INSERT INTO order_products AS p (account_id, order_id, product_id, placed_at, country, waiting)
  SELECT DISTINCT o.account_id, o.id, v.product_id, o.placed_at, o.country, o.stage IN ('imported', 'quoting')
  FROM orders o
  JOIN order_lines l ON l.account_id = o.account_id AND l.order_id = o.id AND l.current_quantity > 0
  JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id
  WHERE o.account_id = account AND o.id = ANY (changed) AND o.stage <> 'cancelled'
  ON CONFLICT (account_id, order_id, product_id) DO UPDATE
    SET placed_at = excluded.placed_at, country = excluded.country, waiting = excluded.waiting
    WHERE (p.placed_at, p.country, p.waiting) IS DISTINCT FROM (excluded.placed_at, excluded.country, excluded.waiting);
END
$$;

CREATE FUNCTION note_products_of_changed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT a.account_id, array_agg(a.id) AS ids FROM added a JOIN gone g ON g.account_id = a.account_id AND g.id = a.id
    WHERE (a.placed_at, a.country, a.stage = 'cancelled', a.stage IN ('imported', 'quoting'))
      IS DISTINCT FROM (g.placed_at, g.country, g.stage = 'cancelled', g.stage IN ('imported', 'quoting'))
    GROUP BY 1
  LOOP
    PERFORM note_products_of(found.account_id, found.ids);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER orders_products_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_changed_orders();

CREATE FUNCTION note_products_of_new_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT account_id, array_agg(DISTINCT order_id) AS ids FROM added WHERE variant_id IS NOT NULL AND current_quantity > 0 GROUP BY 1
  LOOP
    PERFORM note_products_of(found.account_id, found.ids);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER order_lines_products_insert AFTER INSERT ON order_lines REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_new_lines();

CREATE FUNCTION note_products_of_changed_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT a.account_id, array_agg(DISTINCT a.order_id) AS ids FROM added a JOIN gone g ON g.account_id = a.account_id AND g.id = a.id
    WHERE (a.variant_id, a.current_quantity > 0) IS DISTINCT FROM (g.variant_id, g.current_quantity > 0)
    GROUP BY 1
  LOOP
    PERFORM note_products_of(found.account_id, found.ids);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER order_lines_products_update AFTER UPDATE ON order_lines REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_changed_lines();

CREATE FUNCTION note_products_of_gone_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  FOR found IN SELECT account_id, array_agg(DISTINCT order_id) AS ids FROM gone WHERE variant_id IS NOT NULL GROUP BY 1 LOOP
    PERFORM note_products_of(found.account_id, found.ids);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER order_lines_products_delete AFTER DELETE ON order_lines REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_gone_lines();

-- A variant that moves to another product takes its orders along; that is rare enough for a look at each.
CREATE FUNCTION note_products_of_moved_variant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_products_of(NEW.account_id, ARRAY(
    SELECT DISTINCT l.order_id FROM order_lines l WHERE l.account_id = NEW.account_id AND l.variant_id = NEW.id));
  RETURN NULL;
END
$$;
CREATE TRIGGER store_variants_products_moved AFTER UPDATE OF product_id ON store_variants
  FOR EACH ROW WHEN (OLD.product_id <> NEW.product_id) EXECUTE FUNCTION note_products_of_moved_variant();

INSERT INTO order_products (account_id, order_id, product_id, placed_at, country, waiting)
SELECT DISTINCT o.account_id, o.id, v.product_id, o.placed_at, o.country, o.stage IN ('imported', 'quoting')
FROM orders o
JOIN order_lines l ON l.account_id = o.account_id AND l.order_id = o.id AND l.current_quantity > 0
JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id
WHERE o.stage <> 'cancelled';

-- What one piece costs at the buyer's door and what is left of its price, priced as orders are by a job that looks at the
-- stale ones. A table of its own, so that no product waits for it.
CREATE TABLE product_figures (
  account_id uuid NOT NULL,
  product_id uuid NOT NULL,
  country char(2), -- where most of the product's orders go; else where most of the account's do
  landed_min bigint,
  landed_max bigint,
  currency char(3),
  margin_low int, -- in hundredths of a percent, of the variant that leaves least
  margin_high int,
  unpriced boolean NOT NULL DEFAULT false, -- some variant of ours has no price to any country
  discontinued boolean NOT NULL DEFAULT false, -- some variant consists of an item that is no longer offered
  stale boolean NOT NULL DEFAULT true,
  PRIMARY KEY (account_id, product_id),
  CONSTRAINT product_figures_product_fkey FOREIGN KEY (account_id, product_id) REFERENCES store_products (account_id, id)
);
CREATE INDEX product_figures_stale_idx ON product_figures (account_id, product_id) WHERE stale;
CREATE INDEX product_figures_margin_idx ON product_figures (account_id, margin_low) WHERE margin_low IS NOT NULL;
CALL protect_account_rows('product_figures');
INSERT INTO product_figures (account_id, product_id) SELECT account_id, id FROM store_products WHERE removed_at IS NULL;

CREATE INDEX store_products_dear_idx ON store_products (account_id, price_min DESC NULLS LAST, id DESC) WHERE removed_at IS NULL;
CREATE INDEX store_products_store_idx ON store_products (account_id, store_id, external_updated_at DESC, id DESC) WHERE removed_at IS NULL;
CREATE INDEX quotes_product_idx ON quotes (account_id, product_id, submitted_at DESC) WHERE product_id IS NOT NULL;
