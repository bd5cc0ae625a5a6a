import pg from 'pg';

/** `whole` orders have lines, recipients, terms, parcels, blocks and tags; others a line and their words. */
export type Account = { id: string; stores: number; orders: number; whole: boolean };

/** Share of the orders in each stage, in percent; a shop of some age has most of its orders behind it. */
const stages: readonly (readonly [stage: string, percent: number])[] = [
  ['delivered', 60],
  ['shipped', 13],
  ['closed', 4],
  ['cancelled', 4],
  ['processing', 5],
  ['ready_to_ship', 1],
  ['partially_shipped', 1],
  ['awaiting_payment', 5],
  ['quoting', 2],
  ['imported', 5],
];

/**
 * Fills accounts with orders as the portal would have them after months. Keys between tables and triggers are off meanwhile
 * and further indexes are built at the end, as when a copy is restored; counters are counted once. `change` is a statement
 * that runs on the filled rows before the indexes are built.
 */
export async function fillOrders(url: string, accounts: readonly Account[], change?: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(preparation);
    const indexes = await client.query<{ drop: string; make: string }>(secondIndexes);
    for (const { drop } of indexes.rows) await client.query(drop);
    for (const account of accounts) await fillAccount(client, account);
    if (change) await client.query(change);
    for (const { make } of indexes.rows) await client.query(make);
    await client.query(checked);
    await client.query('set session_replication_role = origin');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** A question past row-level security, about what was filled in. */
export async function asOwner<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

const atOnce = 250_000;

async function fillAccount(client: pg.Client, account: Account): Promise<void> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from stores');
  await client.query(stores, [account.id, account.stores, rows[0]?.n ?? 0]);
  for (let from = 1; from <= account.orders; from += atOnce) {
    const to = Math.min(account.orders, from + atOnce - 1);
    await client.query(orders, [account.id, from, to, JSON.stringify(stageSteps())]);
  }
  for (const statement of account.whole ? parts : someParts) await client.query(statement, [account.id]);
  await client.query(counters, [account.id]);
  if (!account.whole) return;
  // Actions since the counters were folded last: a row each.
  await client.query('set session_replication_role = origin');
  for (let action = 0; action < 60; action += 1) await client.query(oneAction, [account.id, action]);
  await client.query('set session_replication_role = replica');
}

/** Upper bounds of a number from 0 to 99, by stage. */
function stageSteps(): { stage: string; below: number }[] {
  let below = 0;
  return stages.map(([stage, percent]) => {
    below += percent;
    return { stage, below };
  });
}

// Ids in the order of time, as the portal's own are.
const preparation = `
  set session_replication_role = replica;
  set synchronous_commit = off;
  set maintenance_work_mem = '1GB';
  set work_mem = '256MB';
  create function pg_temp.id_at(t timestamptz) returns uuid language sql volatile as $$
    select (lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') || '7' || substr(r, 1, 3) || '8' || substr(r, 4, 15))::uuid
    from md5(random()::text || clock_timestamp()::text) r $$;
  -- one of a thousand first names, or of ten thousand last ones, by chance but for each order the same
  create function pg_temp.name_of(id uuid, place int, syllables int) returns text language sql immutable as $$
    select initcap(string_agg((array['ma', 'ri', 'lo', 'ka', 'te', 'jo', 'su', 'ne', 'vi', 'da'])[1 + get_byte(h, place + n) % 10], '' order by n))
    from sha256(id::text::bytea) h, generate_series(1, syllables) n $$;
  create function pg_temp.kind_of(product text) returns text language sql immutable as $$
    select case when product::int > 95 then 'Pillow ' when product::int > 90 then 'Mug ' else 'Lamp ' end $$;
  insert into channels (id, code, name, carrier, tracking_url)
  values (pg_temp.id_at(now()), 'BENCH', 'Air line', 'YunExpress', 'https://track.example/{number}');`;

const secondIndexes = `
  select format('drop index %I', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as make
  from pg_index i where not i.indisprimary and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)
    and i.indrelid in ('orders'::regclass, 'order_lines'::regclass, 'order_terms'::regclass, 'order_buyer_words'::regclass, 'order_tags'::regclass, 'order_blocks'::regclass)`;

// Sums of the statistics are not filled in: their check would read a million orders again while the list is measured.
const checked = `
  insert into statistics_checks (account_id, checked_at, time_zone, currency, orders, corrected)
  select id, now(), time_zone, currency, 0, 0 from accounts on conflict do nothing`;

const stores = `
  with made as (
    insert into stores (account_id, id, platform, external_domain, name, currency, status, created_at)
    select $1, pg_temp.id_at(now()), 'shopify', 'bench-' || ($3::int + n) || '.myshopify.com', 'Lamp shop ' || n, 'USD', 'connected', now()
    from generate_series(1, $2::int) n returning account_id, id),
  products as (
    insert into store_products (account_id, id, store_id, external_id, title, mapping_state, external_updated_at, created_at)
    select account_id, pg_temp.id_at(now()), id, n::text, pg_temp.kind_of(n::text) || n, 'mapped', now(), now()
    from made, generate_series(1, 100) n returning account_id, id, store_id, external_id, title)
  insert into store_variants (account_id, id, product_id, store_id, external_id, title, sku, mapping_state)
  select account_id, pg_temp.id_at(now()), id, store_id, external_id, 'White', 'LAMP-' || external_id, 'mapped' from products`;

const orders = `
  with places as (select array_agg(id order by id) as ids from stores where account_id = $1),
  drawn as (
    select n, now() - (n * interval '5 minutes') as placed, floor(random() * 100) as roll, places.ids,
           case when n % 500 = 0 then 'MT' else (array['US', 'US', 'US', 'GB', 'DE', 'FR', 'CA', 'AU'])[1 + floor(random() * 8)::int] end as country
    from generate_series($2::int, $3::int) n, places),
  staged as (
    select d.*, (select s.stage from json_to_recordset($4) as s(stage text, below int) where d.roll < s.below order by s.below limit 1) as stage
    from drawn d)
  insert into orders (account_id, id, store_id, external_id, name, source, placed_at, external_updated_at, cancelled_at, financial_status,
    fulfillment_status, currency, total, country, units, stage, stage_since, payment, blocked, needs_merchant, channel_id, cost_goods, cost_freight,
    cost_fees, cost_total, cost_currency, weight_g, days_min, days_max, paid_at, shipped_at, created_at)
  select $1, pg_temp.id_at(placed), ids[1 + n % cardinality(ids)], (5000000000000 + n)::text, '#' || (100000 + n), 'api', placed, placed,
    case stage when 'cancelled' then placed end, 'paid',
    case when stage in ('shipped', 'delivered', 'closed') then 'fulfilled' when stage = 'partially_shipped' then 'partial' else 'unfulfilled' end,
    'USD', 3998, country, 2, stage, placed, case when stage in ('imported', 'quoting', 'awaiting_payment', 'cancelled') then 'none' else 'paid' end,
    stage = 'imported' or (stage = 'processing' and n % 20 = 0), stage = 'imported' or (stage = 'processing' and n % 20 = 0),
    case when stage <> 'imported' then (select id from channels where code = 'BENCH') end,
    priced * (800 + n % 400), priced * 640, priced * 0, priced * (1440 + n % 400), case when priced is not null then 'USD' end, priced * 800, priced * 7, priced * 12,
    case when stage in ('imported', 'quoting', 'awaiting_payment', 'cancelled') then null else placed end,
    case when stage in ('shipped', 'delivered', 'closed', 'partially_shipped') then placed + interval '2 days' end, placed
  from staged, lateral (select case when stage in ('imported', 'quoting') then null else 1 end as priced) p`;

const terms = `insert into order_terms (account_id, order_id, term)
   select account_id, id, ltrim(lower(name), '#') from orders where account_id = $1
   union select account_id, order_id, lower(sku) from order_lines where account_id = $1
   union select account_id, order_id, lower(tracking_number) from parcels where account_id = $1`;

/** As the tables' own triggers would have written them. */
const words = [
  `insert into order_buyer_words (account_id, order_id, word)
   select account_id, order_id, w.word from order_recipients, unnest(search_words(name)) w(word) where account_id = $1`,
  `insert into order_title_words (account_id, word, title_key)
   select l.account_id, w.word, l.title_key
   from (select distinct account_id, title, title_key from order_lines where account_id = $1) l, unnest(search_words(l.title)) w(word)`,
];

/** A line and the words of each order: what others' orders weigh in shared tables and indexes. */
const someParts = [
  `insert into order_lines (account_id, id, order_id, external_id, variant_id, external_variant_id, title, variant_title, sku, quantity,
     current_quantity, shipped_quantity, unit_price, unit_cost, position)
   select o.account_id, o.id, o.id, '1', v.id, v.external_id, 'Lamp', v.title, v.sku, 1, 1, 0, 1999, 500, 1
   from orders o join (select distinct on (store_id) * from store_variants where account_id = $1) v on v.store_id = o.store_id
   where o.account_id = $1`,
  terms,
  ...words,
];

/** The counters of the tabs as the tables' own triggers would have summed them up. */
const counters = `
  insert into order_tab_counts (account_id, store_id, tab, country, n)
  select o.account_id, o.store_id, t.tab, o.country, count(*)
  from orders o, unnest(order_tabs(o.stage, o.needs_merchant, o.needs_provider, o.held, o.watched, o.claimed)) as t(tab) where o.account_id = $1 group by 1, 2, 3, 4`;

const parts = [
  `insert into order_lines (account_id, id, order_id, external_id, variant_id, external_variant_id, title, variant_title, sku, quantity,
     current_quantity, shipped_quantity, unit_price, unit_cost, position)
   select o.account_id, pg_temp.id_at(o.placed_at), o.id, k::text, v.id, v.external_id, pg_temp.kind_of(v.external_id) || v.external_id, v.title, v.sku, 1, 1,
     case when o.stage in ('shipped', 'delivered', 'closed') then 1 else 0 end, 1999, 500, k
   from orders o
   cross join lateral generate_series(1, 1 + (abs(hashtext(o.name)) % 10 > 6)::int + (abs(hashtext(o.name)) % 10 > 8)::int) k
   join store_variants v on v.account_id = o.account_id and v.store_id = o.store_id
     and v.external_id = (1 + abs(hashtext(o.name || k)) % 100)::text
   where o.account_id = $1`,
  `insert into order_recipients (account_id, order_id, name, address1, city, province, province_code, zip, country, email)
   select account_id, id, pg_temp.name_of(id, 1, 3) || ' ' || pg_temp.name_of(id, 4, 4), '1 Main St', 'Austin', 'Texas', 'TX', '78701', country, 'ada' || right(name, 5) || '@example.com'
   from orders where account_id = $1`,
  `insert into order_blocks (account_id, order_id, code, owner, since)
   select account_id, id, (array['UNMAPPED_VARIANT', 'NO_PRICE', 'ADDRESS_INCOMPLETE'])[1 + abs(hashtext(name)) % 3], 'merchant', placed_at
   from orders where account_id = $1 and blocked`,
  `insert into parcels (account_id, id, order_id, channel_id, carrier, tracking_number, status, shipped_at)
   select account_id, pg_temp.id_at(placed_at), id, channel_id, 'YunExpress', 'YT' || right(external_id, 8) || 'CN',
     case when stage in ('delivered', 'closed') then 'delivered' else 'in_transit' end, placed_at
   from orders where account_id = $1 and stage in ('shipped', 'partially_shipped', 'delivered', 'closed')`,
  `insert into order_tags (account_id, order_id, key, tag, own)
   select account_id, id, 'vip', 'VIP', true from orders where account_id = $1 and right(name, 2) = '42'`,
  terms,
  ...words,
];

const oneAction = `
  update orders set stage = case stage when 'awaiting_payment' then 'processing' else stage end, held = not held
  where account_id = $1 and id = (select id from orders where account_id = $1 and stage in ('awaiting_payment', 'processing') offset $2 limit 1)`;
