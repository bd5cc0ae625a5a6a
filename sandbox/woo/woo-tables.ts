/** Tables of the sandbox's WooCommerce shops. Created at start; the sandbox's database is never migrated. */
export const WOO_TABLES = `
create sequence if not exists woo_ids start 701;
create table if not exists woo_shops (
  slug text primary key, name text not null, currency text not null, weight_unit text not null, timezone text not null,
  permalinks boolean not null default true, plugins text[] not null default '{}', faults jsonb not null default '[]'
);
create table if not exists woo_shop_keys (
  id bigint primary key, shop text not null references woo_shops on delete cascade, consumer_key text not null unique,
  consumer_secret text not null, permissions text not null
);
-- Every record of WordPress in one shape: its JSON as REST shows it, its parent, and when it was changed.
create table if not exists woo_records (
  shop text not null references woo_shops on delete cascade, kind text not null, id bigint not null, parent bigint,
  doc jsonb not null, created_at timestamptz not null, modified_at timestamptz not null, primary key (shop, kind, id)
);
create index if not exists woo_records_changed on woo_records (shop, kind, modified_at, id);
create index if not exists woo_records_parent on woo_records (shop, kind, parent);
create table if not exists woo_deliveries (
  id bigint primary key, shop text not null references woo_shops on delete cascade, hook bigint not null, topic text not null,
  content_type text not null, headers jsonb not null, body text not null, url text not null,
  state text not null default 'waiting', status int
);
create index if not exists woo_deliveries_waiting on woo_deliveries (id) where state = 'waiting';
`;
