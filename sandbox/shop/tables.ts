/** Tables of the sandbox's shops. Created at start; the sandbox's database is never migrated, an old one may be dropped. */
export const SHOP_TABLES = `
-- Beyond 2^53 on purpose: whoever reads an id as a JavaScript number gets another one (shopify.md §2.4).
create sequence if not exists shop_ids start 9007199254741001;

create table if not exists shops (
  id bigint primary key, domain text not null unique, name text not null, email text not null,
  currency text not null, plan text not null check (plan in ('standard','advanced','plus')),
  country text not null, province text, timezone text not null,
  next_number int not null default 1001, settings jsonb not null default '{}', created_at timestamptz not null
);
create table if not exists shop_locations (
  id bigint primary key, shop_id bigint not null references shops on delete cascade, name text not null,
  active boolean not null default true, is_primary boolean not null default false,
  country text not null, province text, city text not null,
  service_id bigint, service_handle text, callback_url text
);
create index if not exists shop_locations_by_shop on shop_locations (shop_id, id);

create table if not exists shop_products (
  id bigint primary key, shop_id bigint not null references shops on delete cascade, title text not null, handle text not null,
  status text not null, vendor text not null, product_type text not null, tags text[] not null default '{}',
  description text not null default '', options jsonb not null, picture jsonb not null default '{}', media jsonb not null default '[]',
  published boolean not null default true, created_at timestamptz not null, updated_at timestamptz not null
);
create unique index if not exists shop_products_handle on shop_products (shop_id, handle);
create index if not exists shop_products_changed on shop_products (shop_id, updated_at, id);
create index if not exists shop_products_by_id on shop_products (shop_id, id);
create table if not exists shop_variants (
  id bigint primary key, shop_id bigint not null references shops on delete cascade,
  product_id bigint not null references shop_products on delete cascade, item_id bigint not null,
  title text not null, sku text not null, barcode text, price int not null, compare_at int, cost int, position int not null,
  policy text not null default 'DENY', options jsonb not null, tracked boolean not null default true,
  requires_shipping boolean not null default true, grams double precision not null default 0,
  created_at timestamptz not null, updated_at timestamptz not null
);
alter table shop_variants add column if not exists media jsonb not null default '[]';
create index if not exists shop_variants_of_product on shop_variants (product_id, position);
create index if not exists shop_variants_by_sku on shop_variants (shop_id, sku);
create index if not exists shop_variants_by_id on shop_variants (shop_id, id);
create unique index if not exists shop_variants_by_item on shop_variants (item_id);
create table if not exists shop_stock (
  item_id bigint not null, location_id bigint not null references shop_locations on delete cascade,
  available int not null, updated_at timestamptz not null, primary key (item_id, location_id)
);

create table if not exists shop_orders (
  id bigint primary key, shop_id bigint not null references shops on delete cascade, number int not null, name text not null,
  created_at timestamptz not null, processed_at timestamptz not null, updated_at timestamptz not null,
  cancelled_at timestamptz, closed_at timestamptz, financial_status text not null, fulfillment_status text not null,
  email text, phone text, test boolean not null default false, edited boolean not null default false, tags text[] not null default '{}',
  currency text not null, total int not null, current_total int not null, shipping int not null, data jsonb not null
);
-- Taxes are younger than the table.
alter table shop_orders add column if not exists tax int not null default 0;
alter table shop_orders add column if not exists current_tax int not null default 0;
create index if not exists shop_orders_changed on shop_orders (shop_id, updated_at, id);
create index if not exists shop_orders_created on shop_orders (shop_id, created_at, id);
create unique index if not exists shop_orders_number on shop_orders (shop_id, number);
create table if not exists shop_order_lines (
  id bigint primary key, order_id bigint not null references shop_orders on delete cascade, shop_id bigint not null,
  position int not null, product_id bigint, variant_id bigint, title text not null, variant_title text, sku text, vendor text,
  quantity int not null, current_quantity int not null, fulfilled int not null default 0,
  requires_shipping boolean not null default true, gift_card boolean not null default false, grams double precision not null default 0,
  price int not null, discount int not null default 0, attributes jsonb not null default '[]'
);
create index if not exists shop_order_lines_of_order on shop_order_lines (order_id, position);
create index if not exists shop_order_lines_by_sku on shop_order_lines (shop_id, sku);

create table if not exists shop_fulfillment_orders (
  id bigint primary key, shop_id bigint not null references shops on delete cascade,
  order_id bigint not null references shop_orders on delete cascade, location_id bigint not null,
  status text not null, request_status text not null default 'UNSUBMITTED', routed_at timestamptz not null,
  created_at timestamptz not null, updated_at timestamptz not null
);
create index if not exists shop_fulfillment_orders_of_order on shop_fulfillment_orders (order_id, id);
create table if not exists shop_fulfillment_order_lines (
  id bigint primary key, fulfillment_order_id bigint not null references shop_fulfillment_orders on delete cascade,
  line_id bigint not null references shop_order_lines on delete cascade, total int not null, remaining int not null
);
create index if not exists shop_fulfillment_order_lines_of on shop_fulfillment_order_lines (fulfillment_order_id, id);
create table if not exists shop_holds (
  id bigint primary key, fulfillment_order_id bigint not null references shop_fulfillment_orders on delete cascade,
  reason text not null, notes text, handle text not null default '', by_app boolean not null
);
create index if not exists shop_holds_of on shop_holds (fulfillment_order_id);
create table if not exists shop_fulfillments (
  id bigint primary key, shop_id bigint not null references shops on delete cascade,
  order_id bigint not null references shop_orders on delete cascade, location_id bigint not null, name text not null,
  status text not null, display_status text not null, tracking jsonb not null, notify boolean not null, message text, by_app boolean not null,
  lines jsonb not null, created_at timestamptz not null, updated_at timestamptz not null
);
create index if not exists shop_fulfillments_of_order on shop_fulfillments (order_id, id);
create index if not exists shop_fulfillments_of_shop on shop_fulfillments (shop_id, id);
create table if not exists shop_fulfillment_events (
  id bigint primary key, fulfillment_id bigint not null references shop_fulfillments on delete cascade,
  status text not null, message text, happened_at timestamptz not null, data jsonb not null
);
create index if not exists shop_fulfillment_events_of on shop_fulfillment_events (fulfillment_id);

create table if not exists shop_installs (
  shop_id bigint primary key references shops on delete cascade, id bigint not null, scopes text[] not null,
  installed_at timestamptz not null, uninstalled_at timestamptz, hook_uri text
);
create table if not exists shop_oauth_codes (
  code text primary key, shop_id bigint not null references shops on delete cascade, scopes text[] not null,
  expires_at timestamptz not null, used_at timestamptz
);
-- Set for a grant per user: who is logged in at the shop. The column is younger than the table.
alter table shop_oauth_codes add column if not exists staff jsonb;
create table if not exists shop_tokens (
  access_token text primary key, shop_id bigint not null references shops on delete cascade, scopes text[] not null,
  expires_at timestamptz, refresh_token text unique, refresh_expires_at timestamptz, parent text,
  first_refreshed_at timestamptz, refresh_dead boolean not null default false, revoked boolean not null default false, created_at timestamptz not null
);
create index if not exists shop_tokens_of_shop on shop_tokens (shop_id);
create index if not exists shop_tokens_of_parent on shop_tokens (parent);

create table if not exists shop_subscriptions (
  id bigint primary key, shop_id bigint not null references shops on delete cascade, topic text not null, uri text not null,
  format text not null default 'JSON', filter text, include_fields text[] not null default '{}', name text, api_version text not null,
  failures int not null default 0, created_at timestamptz not null, updated_at timestamptz not null
);
create unique index if not exists shop_subscriptions_once on shop_subscriptions (shop_id, topic, uri);
create table if not exists shop_deliveries (
  id bigint primary key, shop_id bigint not null references shops on delete cascade, subscription_id bigint, topic text not null,
  uri text not null, webhook_id uuid not null, event_id uuid not null, name text, api_version text not null, body text not null,
  triggered_at timestamptz not null, state text not null, next_at timestamptz not null, attempts int not null default 0,
  fault text, held boolean not null default false, answers jsonb not null default '[]'
);
create index if not exists shop_deliveries_due on shop_deliveries (next_at) where state = 'pending';
create index if not exists shop_deliveries_of_shop on shop_deliveries (shop_id, id desc);

create table if not exists shop_bulk_operations (
  id bigint primary key, shop_id bigint not null references shops on delete cascade, status text not null, error_code text, query text not null,
  grouped boolean not null, object_count bigint not null default 0, file_size bigint not null default 0,
  key text not null, scopes text[] not null, base text not null, created_at timestamptz not null, completed_at timestamptz
);
create table if not exists shop_bulk_chunks (
  operation_id bigint not null references shop_bulk_operations on delete cascade, position int not null, body text not null,
  primary key (operation_id, position)
);
create table if not exists shop_metafields (
  id bigint primary key, shop_id bigint not null references shops on delete cascade, owner text not null,
  namespace text not null, key text not null, type text not null, value text not null
);
create unique index if not exists shop_metafields_once on shop_metafields (shop_id, owner, namespace, key);
create table if not exists shop_idempotency (
  shop_id bigint not null references shops on delete cascade, key text not null, input_hash text not null, answer jsonb not null,
  created_at timestamptz not null, primary key (shop_id, key)
);
create table if not exists shop_faults (
  id bigint primary key, shop_id bigint not null references shops on delete cascade, kind text not null,
  mode text not null check (mode in ('next','always','probability')), remaining int not null default 0,
  probability double precision not null default 0, ms int not null default 0, seed int not null default 1, seen int not null default 0
);
create index if not exists shop_faults_of_shop on shop_faults (shop_id, id);
`;
