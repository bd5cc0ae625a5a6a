import { editAddress } from '#server/features/orders/edit/address.service.ts';
import { findAddress } from '#server/features/orders/records/address.db.ts';
import type { Account, Context } from './seed-merchant.ts';

/** A merchant corrects where one of the orders to be paid goes: the buyer wrote about another floor. */
export async function correctAddress({ thread }: Context, { account_id, owner }: Account): Promise<void> {
  await thread.as(owner).run({ account_id }, async (ctx) => {
    const order = await ctx.db
      .selectFrom('orders')
      .select(['id', 'version'])
      .where('account_id', '=', account_id)
      .where('stage', '=', 'awaiting_payment')
      .orderBy('placed_at')
      .executeTakeFirst();
    const stored = order && (await findAddress(ctx, order.id));
    if (!order || !stored) return;
    const { name, company, address1, city, province, zip, country, phone, tax_id } = stored;
    const address = { name, company, address1, address2: '3rd floor', city, province, zip, country, phone, tax_id };
    await editAddress(ctx, order.id, { address, version: order.version });
  });
}
