import type pg from 'pg';

/** Statements that fire a trigger; `refused` is part of the message with which it refuses the last of them. */
type Firing = { sql: string[]; refused?: string };

const fresh = '019a0000-0000-7000-8000-0000000000ff';
const someOrder = "(SELECT id FROM orders WHERE stage = 'processing' AND tags = '{}' ORDER BY id LIMIT 1)";
const someLine = `(SELECT id FROM order_lines WHERE variant_id IS NOT NULL AND current_quantity > 0 ORDER BY id LIMIT 1)`;

/** What fires each trigger of the schema but those that keep tables append-only, by the trigger's name. */
export async function statementsOf(client: pg.Client): Promise<Record<string, Firing[]>> {
  /** Inserts a row again with other values. */
  const copy = async (table: string, change: Record<string, unknown>, where = 'true') => {
    const { rows } = await client.query<{ names: string }>(
      `SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      [table],
    );
    const names = rows[0]?.names ?? '';
    return `INSERT INTO ${table} (${names}) SELECT ${names} FROM (SELECT (jsonb_populate_record(r, '${JSON.stringify(change)}')).*
      FROM ${table} r WHERE ${where} LIMIT 1) changed`;
  };
  const line = await copy('order_lines', { id: fresh, external_id: 'copied' }, `id = ${someLine}`);
  const order = { id: fresh, external_id: 'copied', tags: ['copied'] };
  const reservation = 'SELECT account_id, order_id, line_id FROM stock_reservations ORDER BY 1, 2, 3 LIMIT 1';
  const member = 'SELECT account_id, user_id FROM memberships WHERE NOT all_stores LIMIT 1';
  const picture =
    'INSERT INTO catalog_pictures SELECT product_id, 9, picture FROM catalog_skus WHERE picture IS NOT NULL LIMIT 1';
  const checked = 'SET CONSTRAINTS ALL IMMEDIATE';
  return {
    ...(await statisticsOf(copy, line)),
    catalog_pictures_look: [{ sql: [picture] }, { sql: [picture, 'UPDATE catalog_pictures SET picture = picture'] }],
    catalog_skus_look: [{ sql: ['UPDATE catalog_skus SET picture = picture'] }],
    catalog_skus_product: [{ sql: [await copy('catalog_skus', { id: fresh, code: 'TW-COPY', product_id: fresh })] }],
    ...(await moneyStatements(copy)),
    ledger_entries_sum: [
      { sql: [await copy('ledger_entries', { line: 99 }), checked], refused: 'does not sum to zero' },
    ],
    ledger_transactions_sum: [
      {
        sql: [
          await copy('ledger_transactions', {
            id: fresh,
            seq: 9_999,
            prev_hash: `\\x${'ab'.repeat(32)}`,
            idempotency_key: 'copied',
          }),
          checked,
        ],
        refused: 'has no entries',
      },
    ],
    membership_stores_access: [
      { sql: [`DELETE FROM membership_stores WHERE (account_id, user_id) IN (${member})`] },
      {
        sql: [
          `INSERT INTO membership_stores (account_id, user_id, store_id) SELECT m.account_id, m.user_id, s.id FROM (${member}) m JOIN stores s USING (account_id) ON CONFLICT DO NOTHING`,
        ],
      },
    ],
    memberships_access: [
      { sql: ['UPDATE memberships SET role = role'] },
      { sql: ['DELETE FROM membership_stores', 'DELETE FROM memberships'] },
    ],
    order_lines_products_insert: [{ sql: [line] }],
    order_lines_products_update: [{ sql: [`UPDATE order_lines SET current_quantity = 0 WHERE id = ${someLine}`] }],
    order_lines_products_delete: [{ sql: [line, `DELETE FROM order_lines WHERE id = '${fresh}'`] }],
    order_lines_words_insert: [{ sql: [line] }],
    order_lines_words_update: [{ sql: [`UPDATE order_lines SET title = 'Renamed' WHERE id = ${someLine}`] }],
    order_recipients_words_insert: [
      { sql: [await copy('orders', order), await copy('order_recipients', { order_id: fresh, name: 'Ada Copied' })] },
    ],
    order_recipients_words_update: [
      { sql: [`UPDATE order_recipients SET name = 'Ada Renamed' WHERE order_id = ${someOrder}`] },
    ],
    orders_count_insert: [{ sql: [await copy('orders', order)] }],
    orders_count_update: [{ sql: [`UPDATE orders SET held = NOT held WHERE id = ${someOrder}`] }],
    orders_products_update: [{ sql: [`UPDATE orders SET country = 'GB' WHERE id = ${someOrder}`] }],
    orders_rate_insert: [{ sql: [await copy('orders', order)] }],
    orders_rate_update: [
      {
        sql: [
          `UPDATE orders SET currency = CASE currency WHEN 'EUR' THEN 'USD' ELSE 'EUR' END WHERE id = ${someOrder}`,
        ],
      },
    ],
    orders_tags_insert: [{ sql: [await copy('orders', order)] }],
    orders_tags_update: [{ sql: [`UPDATE orders SET tags = '{urgent}' WHERE id = ${someOrder}`] }],
    orders_watch: [{ sql: ['UPDATE orders SET claimed = NOT claimed WHERE paid_at IS NOT NULL'] }],
    parcels_follow_insert: [{ sql: [await copy('parcels', { id: fresh, tracking_number: 'copied' })] }],
    parcels_follow_update: [{ sql: ["UPDATE parcels SET tracking_number = tracking_number || 'X'"] }],
    picture_descriptors_look: [{ sql: ['UPDATE picture_descriptors SET code_full = code_full'] }],
    sessions_access: [{ sql: ['UPDATE sessions SET revoked_at = now()'] }, { sql: ['DELETE FROM sessions'] }],
    staff_roles_access: [
      {
        sql: [
          "INSERT INTO staff_roles (user_id, role) SELECT user_id, 'finance' FROM staff_roles WHERE role = 'warehouse'",
        ],
      },
      { sql: ['DELETE FROM staff_roles'] },
    ],
    stock_levels_guard: [
      { sql: ['UPDATE stock_levels SET on_hand = on_hand + 1'], refused: 'follow movements and reservations' },
    ],
    stock_movements_levels: [
      { sql: [await copy('stock_movements', { id: fresh, idempotency_key: 'copied' }, 'qty > 0')] },
    ],
    stock_reservations_levels: [
      {
        sql: [
          `UPDATE stock_reservations SET quantity = quantity WHERE (account_id, order_id, line_id) IN (${reservation})`,
        ],
      },
      { sql: [`DELETE FROM stock_reservations WHERE (account_id, order_id, line_id) IN (${reservation})`] },
    ],
    store_variants_products_moved: [
      {
        sql: [
          `UPDATE store_variants v SET product_id = p.id FROM store_products p
           WHERE p.account_id = v.account_id AND p.store_id = v.store_id AND p.id <> v.product_id
             AND v.id = (SELECT variant_id FROM order_lines WHERE id = ${someLine})`,
        ],
      },
    ],
  };
}

/** What fires the triggers of the sales statistics. */
async function statisticsOf(
  copy: (table: string, change: Record<string, unknown>) => Promise<string>,
  line: string,
): Promise<Record<string, Firing[]>> {
  return {
    claims_statistics: [{ sql: ['UPDATE claims SET asked = asked'] }],
    parcels_statistics_insert: [{ sql: [await copy('parcels', { id: fresh, tracking_number: 'copied' })] }],
    parcels_statistics_update: [{ sql: ["UPDATE parcels SET shipped_at = shipped_at - interval '40 days'"] }],
    accounts_statistics: [{ sql: ["UPDATE accounts SET time_zone = 'Asia/Tokyo'"] }],
    invoice_orders_statistics_insert: [{ sql: [await copy('invoice_orders', { id: fresh, part: 9, number: 99_999 })] }],
    invoice_orders_statistics_update: [
      { sql: ['UPDATE invoice_orders SET credited = 0, claim_credited = 0 WHERE credited > 0'] },
    ],
    order_lines_statistics_update: [
      { sql: [`UPDATE order_lines SET unit_price = unit_price + 1 WHERE id = ${someLine}`] },
    ],
    order_lines_statistics_delete: [{ sql: [line, `DELETE FROM order_lines WHERE id = '${fresh}'`] }],
    orders_months: [{ sql: [`UPDATE orders SET promised_by = promised_by + 1 WHERE id = ${someOrder}`] }],
    orders_statistics_insert: [{ sql: [await copy('orders', { id: fresh, external_id: 'copied' })] }],
    orders_statistics_update: [{ sql: [`UPDATE orders SET total = total + 1 WHERE id = ${someOrder}`] }],
  };
}

const account = '(SELECT id FROM accounts LIMIT 1)';
const protect = (name: string, more = '') => [
  'CREATE TABLE protected (account_id uuid)',
  `CALL ${name}('protected'${more})`,
];

/** A call of each function and procedure of the schema that is not a trigger's, by its name. */
export const callsOf: Record<string, readonly string[]> = {
  app_account: ['SELECT app_account()'],
  app_user: ['SELECT app_user()'],
  converted_minor: ["SELECT converted_minor(100, 'EUR', 'USD', 1.1)"],
  currency_digits: ["SELECT currency_digits('USD')"],
  enqueue_task: ["SELECT enqueue_task('jobs_prune', '{}')"],
  euro_rate: ["SELECT * FROM euro_rate('USD', current_date)"],
  exchange_rate: ["SELECT * FROM exchange_rate('USD', 'EUR', current_date)"],
  find_session: ["SELECT find_session('', now(), now())"],
  is_payment_credited: ["SELECT is_payment_credited('stripe', 'x')"],
  member_last_seen: ['SELECT member_last_seen(id) FROM users'],
  note_title: [`SELECT note_title(${account}, 'Copied mug', '${fresh}')`],
  note_products_of: [`SELECT note_products_of(${account}, ARRAY(SELECT id FROM orders WHERE account_id = ${account}))`],
  order_tabs: ['SELECT order_tabs(stage, needs_merchant, needs_provider, held, watched, claimed) FROM orders'],
  protect_account_rows: protect('protect_account_rows'),
  protect_desk_rows: protect('protect_desk_rows'),
  protect_own_rows: protect('protect_own_rows', ", 'account_id IS NULL'"),
  provider_account: ['SELECT provider_account()'],
  rough_code: ['SELECT rough_code(code_full) FROM picture_descriptors'],
  search_words: ["SELECT search_words('Copied 手机壳', true)"],
  shop_holder: ['SELECT shop_holder(platform, external_domain) FROM shop_domains'],
  statistics_of_order: ['SELECT f.* FROM orders o, statistics_of_order(o) f'],
  touch_session: ["SELECT touch_session('', now())"],
};

type Copy = (table: string, change: Record<string, unknown>) => Promise<string>;

/** What fires the triggers that guard money. */
async function moneyStatements(copy: Copy): Promise<Record<string, Firing[]>> {
  const overdrawn = { line: 99, ledger_account: 'cash', amount: -5, balance_after: -5, overdraws: true };
  return {
    adjustments_kept: [
      {
        sql: [
          `INSERT INTO adjustments (account_id, id, kind, amount, currency, reason, proposed_by, proposed_at)
           SELECT a.id, '${fresh}', 'credit', 5, 'USD', 'Goodwill', u.id, now() FROM accounts a, users u LIMIT 1`,
          `UPDATE adjustments SET status = 'withdrawn', decided_by = proposed_by, decided_at = now() WHERE id = '${fresh}'`,
          `UPDATE adjustments SET amount = 6 WHERE id = '${fresh}'`,
        ],
        refused: 'is kept as it was proposed',
      },
    ],
    ledger_entries_overdraw: [{ sql: [await copy('ledger_entries', overdrawn)], refused: 'would fall to' }],
  };
}
