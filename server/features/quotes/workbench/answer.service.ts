import type { z } from 'zod';
import { type quoteAnswerSchema, quoteCan } from '#contract/quotes.ts';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, type Ctx, notFound, type StaffActor } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import * as actions from '../records/write.db.ts';
import { announce, answeredEvents, detailOf, variantsOf } from '../records/quotes.service.ts';
import type { Sku } from '../records/quote-types.ts';
import { insertCosts } from './workbench.db.ts';
import { fxOf, marginOf } from './costs.service.ts';
import { findItems, type ItemRow } from '../records/detail.db.ts';
import { noteEntry } from '../messages/messages.service.ts';
import { setFirstAgent } from '#server/features/account/index.ts';
import { resolveNotifications, notify } from '#server/features/notifications/index.ts';
import { reviewOrders } from '#server/features/orders/index.ts';
import { listChannels } from '#server/features/shipping/index.ts';
import { skusFor, createSku, correctSku } from '#server/features/catalog/index.ts';

type Answer = z.output<typeof quoteAnswerSchema>;
type AnswerLine = Answer['lines'][number];

const day = 86_400_000;

/** Answers a request with prices, weights and freight: a new version, which the merchant is notified of. */
export async function answerQuote(ctx: AccountCtx<StaffActor>, id: string, answer: Answer) {
  const quote = await actions.lockQuote(ctx, id);
  if (!quote) throw notFound('quote');
  if (!quoteCan.answer(quote.status)) throw appError('quote_not_open', { text: 'quotes.closed_for_answer' });
  if (quote.version !== answer.version) {
    throw appError('stale_version', { text: 'quotes.changed' }, 'version');
  }
  const items = new Map((await findItems(ctx, id)).map((item) => [item.line, item]));
  assertLines(answer.lines, items);
  await assertFreight(ctx, answer.freight);
  const version = quote.current_version + 1;
  await actions.insertVersion(ctx, id, {
    version,
    note: answer.note,
    valid_until: new Date(ctx.now.getTime() + answer.valid_days * day),
    price_lock_days: answer.price_lock_days,
    created_by: ctx.actor.user_id,
    due_at: quote.paused_at === null && quote.status !== 'quoted' ? quote.sla_due_at : null,
    lines: await linesWithSkus(ctx, quote, answer.lines, items),
    freight: answer.freight,
  });
  await actions.markQuoted(ctx, id, { current_version: version, assignee: ctx.actor.user_id });
  await noteCosts(ctx, quote, version, answer.lines);
  await reviewOrders(ctx, { variantIds: await variantsOf(ctx, quote) });
  await becomeAgent(ctx);
  await noteEntry(ctx, id, { kind: 'quoted', side: 'staff', body: answer.note, version });
  await resolveNotifications(ctx, id, answeredEvents);
  await notify(ctx, {
    event: 'quote_quoted',
    account_id: ctx.account,
    subject: id,
    store_id: quote.store_id,
    asked_by: quote.created_by,
    params: { number: `Q-${quote.number}`, title: quote.title },
    link: `/quote/index?quote=${id}`,
  });
  await audit(ctx, {
    action: 'quotes.answer',
    entity: 'quotes',
    entity_id: id,
    account_id: ctx.account,
    details: { version },
  });
  await announce(ctx, id);
  return detailOf(ctx, id, 'staff');
}

/** Whoever answers a client that nobody looks after does so from then on. */
async function becomeAgent(ctx: AccountCtx<StaffActor>): Promise<void> {
  const { roles, user_id } = ctx.actor;
  if (!roles.includes('agent') || !(await setFirstAgent(ctx, user_id))) return;
  await audit(ctx, {
    action: 'clients.change',
    entity: 'accounts',
    entity_id: ctx.account,
    account_id: ctx.account,
    fields: ['agent_user_id'],
    details: { agent_user_id: user_id },
  });
  publish(ctx, { account_id: ctx.account, kind: 'account.changed' });
}

/** Keeps how the prices were made, where the agent said so: a rate that changes later changes nothing here. */
async function noteCosts(
  ctx: AccountCtx<StaffActor>,
  quote: actions.LockedQuote,
  version: number,
  lines: readonly AnswerLine[],
): Promise<void> {
  const known = lines.flatMap(({ line, cost_fen, supplier_url = '' }) =>
    cost_fen === undefined ? [] : [{ line, cost_fen, supplier_url }],
  );
  if (known.length === 0) return;
  const fx = await fxOf(ctx, quote.currency);
  if (!fx) {
    throw appError(
      'quote_incomplete',
      { text: 'quotes.exchange_rate_missing', params: { currency: quote.currency } },
      'lines',
    );
  }
  const { percent } = await marginOf(ctx);
  const made = { fx_rate: fx.yuan, margin_percent: percent };
  await insertCosts(
    ctx,
    { account_id: ctx.account, quote_id: quote.id, version },
    known.map((line) => ({ ...line, ...made })),
  );
}

function assertLines(lines: readonly AnswerLine[], items: ReadonlyMap<number, ItemRow>): void {
  const seen = new Set<number>();
  for (const { line } of lines) {
    if (!items.has(line))
      throw appError('quote_incomplete', { text: 'quotes.line_unknown', params: { line } }, 'lines');
    if (seen.has(line)) throw appError('quote_incomplete', { text: 'quotes.line_twice', params: { line } }, 'lines');
    seen.add(line);
  }
}

async function assertFreight(ctx: Ctx, freight: Answer['freight']): Promise<void> {
  const channels = new Set((await listChannels(ctx)).map((channel) => channel.id));
  const seen = new Set<string>();
  for (const row of freight) {
    const key = `${row.destination} ${row.channel_id}`;
    if (!channels.has(row.channel_id))
      throw appError(
        'quote_incomplete',
        { text: 'quotes.channel_to_not_offered', params: { destination: row.destination } },
        'freight',
      );
    if (seen.has(key))
      throw appError(
        'quote_incomplete',
        { text: 'quotes.freight_twice', params: { destination: row.destination } },
        'freight',
      );
    if (row.days_max < row.days_min) {
      throw appError(
        'quote_incomplete',
        { text: 'quotes.delivery_days', params: { destination: row.destination } },
        'freight',
      );
    }
    seen.add(key);
  }
}

/** Existing SKUs where they are named, new ones for this client elsewhere. Orders are weighed by the SKU, so weights must agree. */
async function linesWithSkus(
  ctx: AccountCtx,
  quote: actions.LockedQuote,
  lines: readonly AnswerLine[],
  items: ReadonlyMap<number, ItemRow>,
): Promise<actions.NewVersion['lines']> {
  const known = new Map(
    (
      await skusFor(
        ctx,
        lines.flatMap((line) => line.catalog_sku_id ?? []),
      )
    ).map((sku) => [sku.id, sku]),
  );
  const made: actions.NewVersion['lines'] = [];
  assertOnePrice(lines);
  for (const line of lines) {
    const { weight_g, lead_days, moq } = line;
    const item = items.get(line.line);
    let catalog_sku_id = line.catalog_sku_id;
    if (catalog_sku_id === null) {
      const alone = !item || item.title === 'Default Title' || item.title === quote.title;
      const title = alone ? quote.title : `${quote.title} / ${item.title}`;
      const sku = await createSku(ctx, {
        owner_account_id: ctx.account,
        title,
        weight_g,
        lead_days,
        moq,
        picture: quote.picture,
      });
      catalog_sku_id = sku.id;
    } else {
      await reuseSku(ctx, known.get(catalog_sku_id), line);
    }
    made.push({
      line: line.line,
      variant_id: item?.variant_id ?? null,
      catalog_sku_id,
      unit_price: line.unit_price,
      weight_g,
      lead_days,
      moq,
    });
  }
  return made;
}

/** Refuses what is not offered, and another weight than the SKU has; the client's own SKU is corrected until it has a price. */
async function reuseSku(ctx: AccountCtx, sku: Sku | undefined, line: AnswerLine): Promise<void> {
  if (!sku || sku.status === 'discontinued') {
    throw appError('quote_incomplete', { text: 'quotes.line_sku_not_offered', params: { line: line.line } }, 'lines');
  }
  if (sku.weight_g === line.weight_g) return;
  if (sku.owner_account_id !== ctx.account || sku.priced) {
    throw appError(
      'quote_incomplete',
      { text: 'quotes.weight_differs', params: { code: sku.code, weight: sku.weight_g, line: line.line } },
      'lines',
    );
  }
  await correctSku(ctx, sku.id, { weight_g: line.weight_g, lead_days: line.lead_days, moq: line.moq });
}

/** A SKU has one price per destination and channel, so two lines with it must agree. */
function assertOnePrice(lines: readonly AnswerLine[]): void {
  const prices = new Map<string, AnswerLine>();
  for (const line of lines) {
    if (line.catalog_sku_id === null) continue;
    const other = prices.get(line.catalog_sku_id);
    if (other && (other.unit_price !== line.unit_price || other.weight_g !== line.weight_g)) {
      throw appError(
        'quote_incomplete',
        { text: 'quotes.same_sku_differs', params: { other: other.line, line: line.line } },
        'lines',
      );
    }
    prices.set(line.catalog_sku_id, line);
  }
}
