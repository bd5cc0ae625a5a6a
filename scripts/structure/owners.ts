/**
 * The feature that writes a table, or the folder of the server below the features (`db`, `http`, `connectors`). Everybody may
 * read; whoever wants something written calls the owner's `index.ts`, or reports it by an event that the owner hears.
 */
export const owners: Readonly<Record<string, string>> = {
  // below the features
  db: 'access_log audit_log outbox',
  http: 'idempotency_keys',
  connectors: 'shopify_apps store_tokens woo_keys',
  // platform
  account: 'accounts memberships staff_roles users',
  'sub-accounts': 'member_limits',
  profile: 'account_contacts',
  session: 'login_attempts mail_requests sessions sign_ups user_links',
  files: 'avatars file_links files pictures',
  jobs: 'jobs',
  notifications: 'notice_accounts notice_marks notices notifications',
  ledger: 'bonus_lots ledger_entries ledger_heads ledger_transactions',
  branding: 'sites',
  partners: 'partner_links',
  'exchange-rates': 'exchange_rates',
  views: 'list_views',
  // goods
  shipping: 'channel_rates channels claim_policies cut_offs holidays',
  catalog: 'catalog_pictures catalog_products catalog_skus',
  'image-search': `catalog_looks image_searches picture_descriptors product_duplicate_checks product_duplicates`,
  stores: `membership_stores oauth_states parcel_pushes shop_domains shop_identities shop_logins stores woo_authorizations`,
  products: `mapping_components mapping_rules mappings order_products product_events product_figures store_products
    store_variants`,
  stock: `sku_sales_days stock_levels stock_movements stock_requests stock_reservations stock_skus stock_waits warehouses`,
  // orders
  invoices: 'credit_notes invoice_documents invoice_items invoice_lines invoice_orders invoices',
  orders: `agreed_prices cancel_requests import_layouts order_blocks order_buyer_words order_changes order_drafts order_events
    order_lines order_recipients order_repricings order_tab_counts order_tags order_terms order_title_words orders parcel_lines parcels`,
  parcels: `carrier_inbox order_watch_times parcel_events parcel_trackings parcel_alerts transit_days transit_windows`,
  privacy: 'privacy_requests',
  // money and service
  sync: 'webhook_inbox',
  comparisons: 'comparison_days comparison_findings comparison_reports comparisons',
  'payment-requests': 'payment_request_invoices payment_request_orders payment_requests',
  checkout: 'payment_selection_orders payment_selections',
  wallet: 'external_payments payment_events recharge_methods recharge_proofs recharges saved_cards wallet_settings',
  'auto-recharge': 'auto_recharges',
  'bank-statements': 'bank_files bank_rows',
  withdrawals: 'payout_accounts withdrawals',
  adjustments: 'adjustments',
  statements: 'statement_keys statements',
  autopay: 'autopay_rows autopay_runs',
  'stock-orders': `stock_order_counts stock_order_events stock_order_lines stock_order_pictures stock_order_receipts
    stock_orders`,
  claims: 'claim_events claim_evidence claim_limits claim_lines claim_messages claims',
  'line-disputes': 'line_disputes',
  prices: 'price_changes price_proposals price_rules prices',
  suggestions: 'account_option_words mapping_suggestions option_words',
  publishing: 'publications',
  // conversations
  quotes: `client_margins fx_rates quote_alternatives quote_costs quote_entries quote_entry_files quote_freight quote_items
    quote_lines quote_pictures quote_shares quote_versions quotes sample_addresses`,
  conversations: 'order_conversations order_messages',
  // views
  statistics: `ad_spend statistics_changes statistics_checks statistics_claims statistics_days statistics_deliveries statistics_mails
    statistics_months statistics_parcels statistics_places statistics_products`,
  bulk: 'bulk_rows',
};

/** Files that remove rows of others, with the reason. */
export const cleaners: Readonly<Record<string, string>> = {
  'server/db/cleaning.ts': 'the nightly removal of what has served its time, told by the age of a row alone',
};
