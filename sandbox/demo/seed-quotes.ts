import { forAccount } from '#server/db/context.ts';
import { acceptQuote } from '#server/features/quotes/accept/accept.service.ts';
import { cancelQuote, declineQuote } from '#server/features/quotes/accept/close.service.ts';
import { answerQuote } from '#server/features/quotes/workbench/answer.service.ts';
import { requestQuote } from '#server/features/quotes/request/request.service.ts';
import { detailOf } from '#server/features/quotes/records/quotes.service.ts';
import { type Account, type Context, freightOf, type Step } from './seed-merchant.ts';
import type { Product, QuotePlan } from './world.ts';

/** What the merchant's quotes went through: asked, answered, and how they ended. */
export function quoteSteps(context: Context, account: Account): Step[] {
  return account.stores.flatMap(({ store }) =>
    store.products.flatMap((product) =>
      product.sourcing.kind === 'quote' ? stepsOf(context, account, product, product.sourcing.quote) : [],
    ),
  );
}

function stepsOf(context: Context, account: Account, product: Product, plan: QuotePlan): Step[] {
  const { thread } = context;
  const scope = { account_id: account.account_id };
  const owner = thread.as(account.owner);
  let id = '';
  const ask = async () => {
    const destinations = account.merchant.markets.map((market) => market.country);
    const product_id = await productId(context, account, product);
    const request = {
      product_id,
      destinations,
      orders_per_day: plan.orders_per_day,
      ...(plan.note && { note: plan.note }),
    };
    ({ id } = await owner.run(scope, (ctx) => requestQuote(ctx, request)));
  };
  const close = async () => {
    await owner.run(scope, async (ctx) => {
      if (plan.end === 'accepted') await acceptQuote(ctx, id, { version: 1, map: true });
      else if (plan.end === 'declined')
        await declineQuote(ctx, id, { reason: 'price', note: 'We found it for a fifth less.' });
      else await cancelQuote(ctx, id);
    });
  };
  return [
    { at: plan.asked_at, do: ask },
    ...(plan.answered_at ? [{ at: plan.answered_at, do: () => answer(context, account, product, id) }] : []),
    ...(plan.closed_at ? [{ at: plan.closed_at, do: close }] : []),
  ];
}

async function productId({ thread }: Context, { account_id }: Account, product: Product): Promise<string> {
  const row = await thread.allAccounts((ctx) =>
    ctx.db
      .selectFrom('store_products')
      .select('id')
      .where('account_id', '=', account_id)
      .where('external_id', '=', product.id)
      .executeTakeFirstOrThrow(),
  );
  return row.id;
}

/** The agent answers with the shared SKUs that the variants are made of, and freight for all markets. */
async function answer(
  { thread, house, world }: Context,
  account: Account,
  product: Product,
  id: string,
): Promise<void> {
  const agent = house.staff.agent[account.merchant.agent];
  if (!agent) throw new Error('the merchant has no agent');
  const skus = new Map(world.skus.map((sku) => [sku.key, sku]));
  await thread.as(agent).run('all_accounts', async (ctx) => {
    const quote = await detailOf(forAccount(ctx, account.account_id), id);
    const lines = quote.items.map(({ line, sku: code }) => {
      const sku = skus.get(product.variants.find((variant) => variant.sku === code)?.made_of ?? '');
      if (!sku) throw new Error(`nobody makes ${code}`);
      return {
        line,
        catalog_sku_id: house.skus.get(sku.key) ?? null,
        unit_price: Math.round(sku.cost * account.merchant.level),
        weight_g: sku.grams,
        lead_days: 3,
        moq: 1,
      };
    });
    const freight = freightOf(account.merchant, world).map(({ channel, ...row }) => ({
      ...row,
      channel_id: house.channels.get(channel) ?? '',
    }));
    await answerQuote(forAccount(ctx, account.account_id), id, {
      version: quote.version,
      lines,
      freight,
      note: 'Prices hold for 30 days. Samples on request.',
      valid_days: 14,
      price_lock_days: 30,
    });
  });
}
