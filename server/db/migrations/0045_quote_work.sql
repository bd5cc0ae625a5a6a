-- The work on a quote (domain.md §3.3, 4.6, 4.19): what it is asked by, the talk about it, alternatives, and what only
-- the provider's staff may see of how a price was made.

ALTER TABLE quotes
  ADD source text NOT NULL DEFAULT 'product' CONSTRAINT quotes_source_check CHECK (source IN ('product', 'url', 'pictures', 'text')),
  ADD quantity int CONSTRAINT quotes_quantity_check CHECK (quantity > 0), -- wanted once, besides what orders bring
  ADD target_days int CONSTRAINT quotes_target_days_check CHECK (target_days > 0),
  ADD branding boolean NOT NULL DEFAULT false,
  ADD sample boolean NOT NULL DEFAULT false,
  -- The clock of the answer stands while the client is asked; this is what is left of it then.
  ADD paused_at timestamptz,
  ADD sla_left_ms bigint CONSTRAINT quotes_sla_left_check CHECK (sla_left_ms >= 0),
  ADD unavailable_reason text CONSTRAINT quotes_unavailable_check CHECK (unavailable_reason IN ('not_found', 'restricted', 'ip_risk')),
  ADD asked_from uuid, -- the quote that was asked again
  ADD client_seen int NOT NULL DEFAULT 0, -- last entry of the talk that a member has read
  ADD desk_seen int NOT NULL DEFAULT 0,
  ADD CONSTRAINT quotes_paused_check CHECK ((paused_at IS NULL) = (sla_left_ms IS NULL)),
  ADD CONSTRAINT quotes_asked_from_fkey FOREIGN KEY (account_id, asked_from) REFERENCES quotes (account_id, id);
UPDATE quotes SET source = 'pictures' WHERE product_id IS NULL;
-- One open request per page as well.
CREATE UNIQUE INDEX quotes_open_url_key ON quotes (account_id, url)
  WHERE url IS NOT NULL AND status IN ('submitted', 'in_progress', 'need_info', 'quoted', 'countered');

CREATE TABLE quote_pictures (
  account_id uuid NOT NULL,
  quote_id uuid NOT NULL,
  position int NOT NULL CHECK (position > 0),
  sha256 text NOT NULL REFERENCES pictures (sha256),
  PRIMARY KEY (account_id, quote_id, position),
  CONSTRAINT quote_pictures_quote_fkey FOREIGN KEY (account_id, quote_id) REFERENCES quotes (account_id, id)
);
CALL protect_account_rows('quote_pictures');

-- What was said and what happened, in one sequence; both sides read all of it.
CREATE TABLE quote_entries (
  account_id uuid NOT NULL,
  quote_id uuid NOT NULL,
  seq int NOT NULL CHECK (seq > 0),
  kind text NOT NULL CHECK (kind IN ('asked', 'message', 'question', 'reply', 'assigned', 'quoted', 'countered', 'accepted', 'declined',
    'unavailable', 'alternative', 'alternative_taken', 'expired', 'cancelled')),
  side text NOT NULL CHECK (side IN ('client', 'desk', 'system')),
  author_id uuid REFERENCES users (id),
  body text NOT NULL DEFAULT '' CHECK (length(body) <= 4000),
  version int, -- of the answer that it is about
  data jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, quote_id, seq),
  CONSTRAINT quote_entries_quote_fkey FOREIGN KEY (account_id, quote_id) REFERENCES quotes (account_id, id)
);
CALL protect_account_rows('quote_entries');

CREATE TABLE quote_entry_files (
  account_id uuid NOT NULL,
  quote_id uuid NOT NULL,
  seq int NOT NULL,
  position int NOT NULL CHECK (position BETWEEN 1 AND 5),
  file_id uuid NOT NULL,
  PRIMARY KEY (account_id, quote_id, seq, position),
  CONSTRAINT quote_entry_files_entry_fkey FOREIGN KEY (account_id, quote_id, seq) REFERENCES quote_entries (account_id, quote_id, seq),
  CONSTRAINT quote_entry_files_file_fkey FOREIGN KEY (account_id, file_id) REFERENCES files (account_id, id)
);
CALL protect_account_rows('quote_entry_files');

-- Other goods that would do. Taken, one becomes the quote's next version.
CREATE TABLE quote_alternatives (
  account_id uuid NOT NULL,
  quote_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('cheaper', 'same', 'better')),
  catalog_sku_id uuid NOT NULL REFERENCES catalog_skus (id),
  unit_price bigint NOT NULL CHECK (unit_price > 0),
  lead_days int NOT NULL CHECK (lead_days >= 0),
  moq int NOT NULL CHECK (moq > 0),
  note text NOT NULL DEFAULT '',
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  taken_version int,
  PRIMARY KEY (account_id, quote_id, id),
  CONSTRAINT quote_alternatives_quote_fkey FOREIGN KEY (account_id, quote_id) REFERENCES quotes (account_id, id)
);
CALL protect_account_rows('quote_alternatives');

-- When the answer was due, and what a channel does not take: both as they were on the day of the answer.
ALTER TABLE quote_versions ADD due_at timestamptz;
ALTER TABLE quote_freight
  ADD max_weight_g int CONSTRAINT quote_freight_max_weight_check CHECK (max_weight_g > 0),
  ADD refuses text[] NOT NULL DEFAULT '{}';

-- How a price was made. Only the desk's role may touch these tables: no mistake of a merchant's page can show them.
CREATE TABLE quote_costs (
  account_id uuid NOT NULL,
  quote_id uuid NOT NULL,
  version int NOT NULL,
  line int NOT NULL,
  cost_fen bigint NOT NULL CHECK (cost_fen >= 0), -- one piece, in hundredths of a yuan
  fx_rate numeric(14, 6) NOT NULL CHECK (fx_rate > 0), -- yuan for one unit of the quote's currency
  margin_percent numeric(6, 2) NOT NULL,
  supplier_url text NOT NULL DEFAULT '' CHECK (length(supplier_url) <= 2000),
  PRIMARY KEY (account_id, quote_id, version, line),
  CONSTRAINT quote_costs_version_fkey FOREIGN KEY (account_id, quote_id, version) REFERENCES quote_versions (account_id, quote_id, version)
);
CREATE TABLE client_margins (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  percent numeric(6, 2) NOT NULL CHECK (percent >= 0 AND percent <= 500),
  least bigint NOT NULL DEFAULT 0 CHECK (least >= 0), -- margin of one piece at least, minor units of the account's currency
  changed_by uuid REFERENCES users (id),
  changed_at timestamptz NOT NULL,
  version int NOT NULL DEFAULT 1
);
-- Yuan for one unit of a currency; the newest row counts.
CREATE TABLE fx_rates (
  id uuid PRIMARY KEY,
  currency char(3) NOT NULL,
  yuan numeric(14, 6) NOT NULL CHECK (yuan > 0),
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL
);
CREATE INDEX fx_rates_currency_idx ON fx_rates (currency, created_at DESC, id DESC);
CREATE PROCEDURE protect_desk_rows(target regclass)
  LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY desk_rows ON %s TO tradewind_desk USING (true) WITH CHECK (true)', target);
  EXECUTE format('REVOKE ALL ON %s FROM tradewind_app', target);
END
$$;
CALL protect_desk_rows('quote_costs');
CALL protect_desk_rows('client_margins');
CALL protect_desk_rows('fx_rates');
