import { sql } from 'kysely';
import { createDraft, findGoods } from '#server/features/orders/manual/drafts.service.ts';
import { orderSample } from '#server/features/quotes/accept/samples.service.ts';
import { startThread } from './portal.ts';
import type { Account, Context } from './seed-merchant.ts';

const hour = 3_600_000;
const office = {
  name: 'Harbour Home, Samples',
  company: null,
  address1: '44 Wharf Street',
  address2: 'Unit 7',
  city: 'Portland',
  province: 'Maine',
  zip: '04101',
  country: 'US',
  phone: '+1 207 555 0144',
  tax_id: null,
  email: null,
};

/** What one merchant wrote manually: an order that is not finished, and a sample of a quote. */
export async function seedManual({ portal, world }: Context, account: Account): Promise<void> {
  const thread = startThread(portal, new Date(world.now.getTime() - 2 * hour));
  const { account_id } = account;
  const found = await thread.allAccounts(async ({ db }) => {
    const stores = await sql<{ id: string }>`
      SELECT id FROM stores WHERE account_id = ${account_id} AND status = 'connected' ORDER BY created_at LIMIT 1`.execute(
      db,
    );
    const quotes = await sql<{ id: string; version: number; line: number }>`
      SELECT q.id, q.current_version AS version, min(l.line)::int AS line FROM quotes q
      JOIN quote_versions e ON e.account_id = q.account_id AND e.quote_id = q.id AND e.version = q.current_version
      JOIN quote_lines l ON l.account_id = q.account_id AND l.quote_id = q.id AND l.version = q.current_version
      WHERE q.account_id = ${account_id} AND (q.status = 'quoted' OR (q.status = 'accepted' AND q.closed_at + e.price_lock_days * interval '1 day' > ${world.now}))
        AND EXISTS (SELECT 1 FROM quote_freight f WHERE f.account_id = q.account_id AND f.quote_id = q.id
          AND f.version = q.current_version AND f.destination = 'US')
      GROUP BY q.id, q.current_version, q.status, q.number ORDER BY q.status = 'quoted' DESC, q.number DESC LIMIT 1`.execute(
      db,
    );
    return { store: stores.rows[0], quote: quotes.rows[0] };
  });
  const { store, quote } = found;
  await thread.as(account.owner).run({ account_id }, async (ctx) => {
    if (store) {
      const goods = (await findGoods(ctx, { store_id: store.id })).filter(({ price }) => price !== null).slice(0, 2);
      const lines = goods.map(({ variant_id, sku_id }, index) => ({ variant_id, sku_id, quantity: index + 1 }));
      const recipient = { ...office, name: 'Nora Lindqvist', company: null, address1: '9 Chapel Lane', address2: null };
      const remark = 'Asked for by telephone; the postcode is still missing.';
      const draft = { store_id: store.id, name: 'PHONE-31', recipient: { ...recipient, zip: null }, lines };
      await createDraft(ctx, { ...draft, channel_id: null, remark });
    }
    if (quote) {
      const { id, version, line } = quote;
      const lines = [{ line, quantity: 1 }];
      await orderSample(ctx, id, {
        version,
        lines,
        recipient: office,
        channel_id: null,
        remember: true,
      });
    }
  });
}
