// What people of the demo's large merchant and of the provider do, by the API of an earlier release.
import { account_id, call, clock, enqueue, first, load, people, rows, sandbox, upload, work } from './release.mjs';

const { defaultStoreSettings } = await load('contract/store-rules.ts');
const { checkPhoto } = await load('testing/stocking-fixtures.ts');
const { owner, admin, agent, finance, warehouse } = people;
const yiwu = '019a0000-0000-7000-8000-000000000101';
const shenzhen = '019a0000-0000-7000-8000-000000000102';

const order = (where) =>
  first(
    `SELECT o.id, o.version, o.cost_total AS cost FROM orders o WHERE o.account_id = '${account_id}' AND ${where} ORDER BY o.placed_at DESC, o.id LIMIT 1`,
  );
const act = async (token, id, path, body = {}, method = 'POST') => {
  const { version } = await first(`SELECT version FROM orders WHERE id = '${id}'`);
  return call(token, method, `/api/shopify_orders/${id}/${path}`, { version, ...body });
};
const plain = 'NOT o.held AND NOT o.blocked AND o.reship_of IS NULL AND o.split_from IS NULL AND o.quote_id IS NULL';

const photo = await checkPhoto();
const domainOf = async (id) => (await first(`SELECT external_domain AS domain FROM stores WHERE id = '${id}'`)).domain;
const waitsForPayment = (more = '') => order(`o.stage = 'awaiting_payment' AND ${plain} ${more}`);
const processing = () =>
  order(
    `o.stage = 'processing' AND ${plain} AND o.work IS NULL AND NOT EXISTS (SELECT FROM cancel_requests c WHERE c.order_id = o.id)`,
  );
const staffAct = async (id, path, body) => {
  const { version } = await first(`SELECT version FROM orders WHERE id = '${id}'`);
  return call(warehouse, 'POST', `/api/desk/orders/${account_id}/${id}/${path}`, { version, ...body });
};

/** Each part leaves rows where the demo workspace leaves none. */
export const parts = {
  async held() {
    const { id } = await waitsForPayment();
    await act(owner, id, 'hold', { held: true, reason: 'The buyer asked to wait.' });
    const said = await call(owner, 'POST', `/api/shopify_orders/${id}/messages`, {
      text: 'Please keep it for a week.',
    });
    await call(agent, 'POST', `/api/desk/messages/${account_id}/${id}`, { text: 'We keep it until Monday.' });
    await call(agent, 'POST', `/api/desk/messages/${account_id}/${id}/read`, { seq: said.seq ?? 1, settled: true });
  },
  async cancelled() {
    await act(owner, (await waitsForPayment()).id, 'cancel', { reason: 'Ordered twice.' });
    await act(owner, (await processing()).id, 'cancel', { reason: 'The buyer ordered the wrong size.' });
  },
  async cancelRequests() {
    for (const accept of [true, false, undefined]) {
      const { id } = await processing();
      await staffAct(id, 'work', { act: 'buy' });
      await act(owner, id, 'cancel_request', { reason: 'The buyer changed his mind.', units: 'open' });
      if (accept === undefined) continue;
      const asked = await first(`SELECT id FROM cancel_requests WHERE order_id = '${id}' AND status = 'open'`);
      const answer = accept ? { accept, cost: 100, answer: 'Done.' } : { accept, answer: 'It is packed already.' };
      await call(agent, 'POST', `/api/desk/cancel_requests/${account_id}/${asked.id}`, answer);
    }
  },
  async split() {
    const { id, lines } =
      await first(`SELECT order_id AS id, array_agg(id ORDER BY id) AS lines FROM order_lines WHERE account_id = '${account_id}'
      AND order_id IN (SELECT id FROM orders o WHERE o.stage = 'awaiting_payment' AND ${plain}) GROUP BY 1 HAVING count(*) > 1 ORDER BY 1 LIMIT 1`);
    const cut = { lines: [{ line_id: lines[0], quantity: 1 }] };
    const { total } = await act(owner, id, 'split/preview', cut);
    await act(owner, id, 'split', { ...cut, expected_total: total });
  },
  async twiceOfOneBuyer() {
    const { store_id } = await first(
      `SELECT store_id FROM orders o WHERE account_id = '${account_id}' AND stage = 'awaiting_payment' AND source = 'api' LIMIT 1`,
    );
    const domain = await domainOf(store_id);
    const goods =
      await first(`SELECT v.external_id AS id FROM order_lines l JOIN orders o ON o.id = l.order_id JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id
      WHERE o.store_id = '${store_id}' AND o.stage = 'awaiting_payment' ORDER BY v.id LIMIT 1`);
    const address = {
      first_name: 'Nora',
      last_name: 'Lind',
      address1: '9 Chapel Lane',
      city: 'Portland',
      province_code: 'ME',
      zip: '04101',
      country_code: 'US',
      phone: '+12075550144',
    };
    const placed = [];
    for (let n = 0; n < 5; n += 1)
      placed.push(
        await sandbox.shops.placeOrder(domain, {
          lines: [{ variantId: goods.id, quantity: n + 1 }],
          address,
          buyer: { email: 'nora@example.com' },
          financialStatus: 'PAID',
        }),
      );
    await sandbox.shops.settled(domain);
    await work();
    const ids = await rows(
      `SELECT id, version, external_id FROM orders WHERE external_id IN (${placed.map(({ id }) => `'${id}'`).join(',')}) ORDER BY external_id`,
    );
    const candidates = await call(owner, 'GET', `/api/shopify_orders/${ids[0].id}/merge`);
    const orders = candidates.slice(0, 1).map(({ id, version }) => ({ id, version }));
    const { total } = await act(owner, ids[0].id, 'merge/preview', { orders });
    await act(owner, ids[0].id, 'merge', { orders, expected_total: total });
    await sandbox.shops.deleteOrder(domain, placed[4].id);
    await sandbox.shops.cancelOrder(domain, placed[3].id, 'CUSTOMER');
    await sandbox.shops.settled(domain);
    clock.advance(60_000);
    await work();
  },
  async paidChange() {
    const { id } = await processing();
    const { address } = await call(owner, 'GET', `/api/shopify_orders/${id}`);
    const change = { channel_id: null, address: { ...pick(address), address2: 'Floor 2' } };
    const preview = await act(owner, id, 'change/preview', change);
    await act(owner, id, 'change', { ...change, expected_difference: preview.difference });
  },
  async bulk() {
    const { ids } = await first(
      `SELECT array_agg(id) AS ids FROM (SELECT id FROM orders WHERE account_id = '${account_id}' AND NOT held AND stage = 'awaiting_payment' ORDER BY id LIMIT 3) o`,
    );
    for (const [name, input] of [
      ['tag', { tag: 'gift' }],
      ['note', { note: 'Handle with care.' }],
    ])
      await call(owner, 'POST', '/api/bulk', { list: 'orders', act: name, mode: 'commit', selection: { ids }, input });
    await call(owner, 'POST', '/api/exports', { list: 'orders', format: 'csv', query: {} });
    await work();
    await call(owner, 'POST', '/api/views', {
      list: 'orders',
      name: 'Gifts',
      shared: true,
      state: { query: { tag: 'gift' }, columns: null, per_page: 50 },
    });
    await call(owner, 'PUT', '/api/profile/columns', { list: 'orders', columns: ['name', 'placed_at'] });
  },
  async file() {
    const { id: store_id } = await call(owner, 'POST', '/api/stores', {
      platform: 'file',
      name: 'Orders by file',
      currency: 'USD',
    });
    const table = 'No,Date,Thing,Pcs,To\nF-1,2026-11-02,Lamp,1,Ada Byron\nF-2,2026-11-03,Cup,two,Ada Byron\n';
    const { id: file_id } = await upload(owner, '/api/files', 'orders.csv', 'text/csv', table, 'order_import');
    const mapping = { order_name: 'No', placed_at: 'Date', line_title: 'Thing', line_quantity: 'Pcs', name: 'To' };
    await call(owner, 'POST', '/api/shopify_orders/import', {
      file_id,
      store_id,
      mapping,
      mode: 'commit',
      bad_rows: 'skip',
    });
    await work();
    await call(owner, 'POST', `/api/files/${file_id}/link`);
  },
  async stockOrders() {
    const asked = (status) =>
      first(
        `SELECT id, version FROM stocking_orders WHERE account_id = '${account_id}' AND status = '${status}' LIMIT 1`,
      );
    const waits = await first(
      `SELECT id, total, stocking_order_id FROM invoices WHERE account_id = '${account_id}' AND stocking_order_id IS NOT NULL AND paid_at IS NULL LIMIT 1`,
    );
    await call(owner, 'POST', `/api/invoices/${waits.id}/payment`, { expected_total: waits.total });
    const id = waits.stocking_order_id;
    const path = `/api/desk/stocking_orders/${account_id}/${id}`;
    const next = async (what, body) =>
      call(what === 'credits' ? agent : warehouse, 'POST', `${path}/${what}`, {
        version: (await first(`SELECT version FROM stocking_orders WHERE id = '${id}'`)).version,
        ...body,
      });
    await next('moves', { act: 'produce', note: 'The factory has begun.' });
    const open = await rows(`SELECT id, total FROM invoices WHERE stocking_order_id = '${id}' AND paid_at IS NULL`);
    for (const invoice of open)
      await call(owner, 'POST', `/api/invoices/${invoice.id}/payment`, { expected_total: invoice.total });
    await next('moves', { act: 'send', tracking: 'TRUCK-17', note: '' });
    const { id: carton } = await upload(warehouse, `/api/desk/files/${account_id}`, 'carton.jpg', 'image/jpeg', photo);
    await next('receipts', {
      counts: [{ line: 1, sound: 280, damaged: 5 }],
      verdict: 'partly',
      note: 'Five are broken.',
      file_ids: [carton],
      last: true,
    });
    await next('credits', { amount: 500, reason: 'Five broken units.' });
    const quoted = await asked('quoted');
    await call(owner, 'POST', `/api/stocking_orders/${quoted.id}/cancel`, { version: quoted.version });
  },
  async stock() {
    const level = await first(
      `SELECT sku_id, warehouse_id FROM stock_levels WHERE account_id = '${account_id}' AND on_hand - reserved - committed > 20 ORDER BY 1 LIMIT 1`,
    );
    const to_warehouse_id = level.warehouse_id === yiwu ? shenzhen : yiwu;
    const asked = await call(owner, 'POST', '/api/stock_requests', {
      kind: 'transfer',
      ...level,
      to_warehouse_id,
      quantity: 5,
      reason: 'Nearer to the buyers.',
    });
    await call(warehouse, 'POST', `/api/desk/stock_requests/${account_id}/${asked.id}/answer`, {
      decision: 'accept',
      answer: '',
    });
    await call(owner, 'POST', '/api/stock_requests', {
      kind: 'write_off',
      ...level,
      quantity: 1,
      reason: 'A sample for photos.',
    });
    await call(owner, 'PUT', `/api/stock/${level.sku_id}/alert`, { low_threshold: 10, lead_days: 7 });
  },
  async claims() {
    const one = (status) =>
      first(
        `SELECT id, version, status FROM claims WHERE account_id = '${account_id}' AND status = '${status}' LIMIT 1`,
      );
    const { id: file_id } = await upload(owner, '/api/files', 'broken.jpg', 'image/jpeg', photo, 'claim_evidence');
    const waiting = await one('need_evidence');
    await call(owner, 'POST', `/api/claims/${waiting.id}/evidence`, {
      version: waiting.version,
      evidence: [{ kind: 'photo', file_id }],
      text: 'The photo.',
    });
    const rejected = await one('rejected');
    await call(owner, 'POST', `/api/claims/${rejected.id}/appeal`, {
      version: rejected.version,
      text: 'The signature is not his.',
    });
    await call(agent, 'POST', `/api/desk/claims/${account_id}/${waiting.id}/messages`, {
      text: 'Looks like the carrier.',
      internal: true,
    });
    await call(finance, 'PUT', `/api/desk/claim_limits/${account_id}`, {
      auto_amount: 500,
      max_rate_bp: 300,
      version: 0,
    });
  },
  async quotes() {
    const one = (status) =>
      first(
        `SELECT id, version, current_version FROM quotes WHERE account_id = '${account_id}' AND status = '${status}' LIMIT 1`,
      );
    const asked = await one('submitted');
    await call(agent, 'PUT', `/api/desk/margins/${account_id}`, { percent: 18, least: 50, version: 0 });
    const { id: file_id } = await upload(owner, '/api/files', 'wish.jpg', 'image/jpeg', photo, 'quote_attachment');
    await call(owner, 'POST', `/api/quotes/${asked.id}/messages`, { text: 'Like this one.', file_ids: [file_id] });
    await call(agent, 'POST', `/api/desk/quotes/${account_id}/${asked.id}/messages`, {
      text: 'Which colour?',
      question: true,
    });
    const { id, version } = await one('countered');
    const items = await rows(
      `SELECT line FROM quote_lines WHERE quote_id = '${id}' AND version = (SELECT current_version FROM quotes WHERE id = '${id}')`,
    );
    const yunExpress = '019a0000-0000-7000-8000-000000000001';
    await call(agent, 'POST', `/api/desk/quotes/${account_id}/${id}/answer`, {
      version,
      lines: items.map(({ line }) => ({ line, catalog_sku_id: null, unit_price: 450, weight_g: 300, cost_fen: 2_400 })),
      freight: [
        {
          destination: 'US',
          channel_id: yunExpress,
          formula: { kind: 'flat', amount: 600 },
          days_min: 6,
          days_max: 10,
          tax_mode: 'DDP',
        },
      ],
      price_lock_days: 30,
      valid_days: 7,
      note: 'A better price.',
    });
    await call(owner, 'POST', `/api/quotes/${id}/share`);
    await call(owner, 'PUT', '/api/price_rule', { percent_bp: 300, amount: null });
  },
  async provider() {
    await call(admin, 'POST', '/api/notifications', {
      kind: 'popup',
      title: 'Holidays',
      content: '<p>We are away until Monday. <a href="/desk/quotes">Quotes</a></p>',
      audience: { to: 'everyone' },
    });
    await call(admin, 'POST', '/api/notifications', {
      kind: 'inbox',
      title: 'For you',
      content: '<p>Welcome.</p>',
      audience: { to: 'accounts', account_ids: [account_id] },
    });
    await call(admin, 'POST', '/api/desk/partner_links', {
      name: 'Help',
      icon: 'book',
      link: 'https://example.com/help',
    });
    await call(admin, 'POST', '/api/desk/sites', { domain: 'portal.example.com', brand_name: 'Example' });
    await call(owner, 'POST', '/api/option_words', { kind: 'color', word: 'Midnight', meaning: 'black' });
    const dismissed = await first(
      `SELECT variant_id, catalog_sku_id FROM mapping_suggestions WHERE account_id = '${account_id}' LIMIT 1`,
    );
    await call(owner, 'POST', '/api/suggestions/dismiss', { items: [dismissed] });
    await upload(agent, '/api/desk/catalog_pictures', 'goods.jpg', 'image/jpeg', photo);
  },
  async card() {
    const { id } = await call(owner, 'POST', '/api/recharges', { method: 'card', amount: 50_000 });
    const { checkout_url } = await call(owner, 'POST', `/api/recharges/${id}/checkout`, {});
    await sandbox.payments.pay(checkout_url.split('/').at(-1));
    await sandbox.payments.settled();
    await work();
  },
  async publishing() {
    const sku = await first(
      `SELECT c.id, c.product_id FROM catalog_skus c WHERE c.status = 'active' AND c.product_id IS NOT NULL AND EXISTS (SELECT FROM prices p WHERE p.account_id = '${account_id}' AND p.catalog_sku_id = c.id) ORDER BY c.id LIMIT 1`,
    );
    const store = await first(
      `SELECT id FROM stores WHERE account_id = '${account_id}' AND platform = 'shopify' AND status = 'connected' ORDER BY created_at LIMIT 1`,
    );
    await call(owner, 'POST', '/api/publications', {
      catalog_product_id: sku.product_id,
      store_id: store.id,
      title: 'Moon lamp, warm light',
      description: 'Shines.',
      items: [{ catalog_sku_id: sku.id, price: 1999 }],
    });
    await call(owner, 'POST', '/api/comparisons', { store_id: store.id });
    await work();
    const { version } = await call(owner, 'GET', `/api/stores/${store.id}/settings`);
    await call(owner, 'PUT', `/api/stores/${store.id}/settings`, {
      settings: { ...defaultStoreSettings, pay_mode: 'after_1h' },
      version,
    });
    clock.advance(2 * 3_600_000);
    await enqueue('autopay_store', { account_id, id: store.id });
    await work();
    await call(owner, 'GET', `/api/stores/authorize_url?domain=another-shop.myshopify.com&import_days=60`);
  },
  async woo() {
    await sandbox.woo.openShop('quay-goods');
    const { authorize_url } = await call(owner, 'POST', '/api/stores/woocommerce/authorize_url', {
      url: sandbox.woo.url('quay-goods'),
      import_days: 60,
    });
    await sandbox.woo.consent(authorize_url);
    await work();
  },
  /** Last, and nobody works at it: the release that comes next finds it in its queue. */
  async waiting() {
    const { store_id, external_id } = await first(
      `SELECT store_id, external_id FROM orders o WHERE account_id = '${account_id}' AND stage = 'processing' AND source = 'api' AND split_from IS NULL AND reship_of IS NULL ORDER BY id LIMIT 1`,
    );
    const domain = await domainOf(store_id);
    const { tracking_number } = await first(
      `SELECT tracking_number FROM parcels WHERE account_id = '${account_id}' AND delivered_at IS NULL ORDER BY id DESC LIMIT 1`,
    );
    await sandbox.carrier.plan(tracking_number, 'smooth');
    await enqueue('carriers_ask', {});
    await work();
    clock.advance(24 * 3_600_000);
    await sandbox.shops.sendCompliance(domain, 'customers/redact', [external_id]);
    await sandbox.shops.settled(domain);
    await work();
    const [goods] = await sandbox.shops.products(domain);
    await sandbox.shops.placeOrder(domain, {
      lines: [{ variantId: goods.variants[0].id, quantity: 1 }],
      buyer: { email: 'late@example.com' },
    });
    await sandbox.shops.sendCompliance(domain, 'customers/data_request', [external_id]);
    await sandbox.shops.settled(domain);
    await sandbox.carrier.tell();
    await call(owner, 'POST', '/api/bulk', {
      list: 'orders',
      act: 'note',
      mode: 'commit',
      selection: { query: {} },
      input: { note: 'Checked.' },
    });
    await call(owner, 'POST', '/api/comparisons', { store_id });
    await call(owner, 'POST', `/api/stores/${store_id}/sync`, {});
    await enqueue('autopay_store', { account_id, id: store_id });
    await call(undefined, 'POST', '/api/password/forget', { email: 'owner@demo.tradewind.test' });
    await call(owner, 'POST', '/api/mapping_files/template', { format: 'csv', scope: 'all' });
  },
};

const pick = ({ name, company, address1, address2, city, province, zip, country, phone, tax_id }) => ({
  name,
  company,
  address1,
  address2,
  city,
  province,
  zip,
  country,
  phone,
  tax_id,
});
