import { v7 as uuid } from 'uuid';
import { anyCarrier } from '#contract/address-rules.ts';
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import type { Entry, MerchantActor, MerchantCtx } from '#server/db/context.ts';
import { findCarrier } from './draft-items.db.ts';
import { manualOrderStore, writeManualOrder } from './manual.service.ts';
import { channelOffers } from '../edit/unpaid.service.ts';
import { evaluate } from '../review/review.service.ts';

type Asked = ParsedOf<typeof orders.draftPrice>['body'];
type Look = AnswerOf<typeof orders.draftPrice>;

const nothing: Look = { cost: null, channel: null, days: null, channels: [], blocks: [], carrier: anyCarrier };
/** The address is judged where it is written, and a draft is nobody's double. */
const ofAddress: ReadonlySet<string> = new Set([
  'ADDRESS_INCOMPLETE',
  'ADDRESS_NOT_DELIVERABLE',
  'PHONE_REQUIRED',
  'TAX_ID_REQUIRED',
  'DUPLICATE_SUSPECT',
]);

/** Undoes everything by a throw of its own: what is shown is what placing would lead to. */
class Undo extends Error {
  readonly look: Look;
  constructor(look: Look) {
    super('look');
    this.look = look;
  }
}

/** What an order of these lines to this country would cost now and what would stop it, by the rules of all orders; writes nothing. */
export async function lookAtPrice(entry: Entry<MerchantActor>, asked: Asked): Promise<Look> {
  if (asked.lines.length === 0) return nothing;
  try {
    return await entry.run({ account_id: entry.actor.account_id }, async (ctx) => {
      throw new Undo(await lookInside(ctx, asked));
    });
  } catch (error) {
    if (error instanceof Undo) return error.look;
    throw error;
  }
}

async function lookInside(ctx: MerchantCtx, asked: Asked): Promise<Look> {
  const store = await manualOrderStore(ctx, asked.store_id);
  const id = uuid();
  const recipient = { ...nowhere, country: asked.country };
  const { lines, channel_id } = asked;
  await writeManualOrder(ctx, store.id, {
    id,
    name: id,
    recipient,
    lines,
    channel_id,
    remark: '',
    quote: null,
  });
  const [order] = await evaluate(ctx, [id], false);
  if (!order) return nothing;
  const { cost, state } = order;
  return {
    cost: cost && {
      goods: cost.goods,
      freight: cost.freight,
      fees: cost.fees,
      total: cost.total,
      own_stock: cost.own_stock,
      currency: cost.currency,
    },
    channel: cost && { id: cost.channel_id, name: cost.channel },
    days: cost && cost.days,
    channels: await channelOffers(ctx, id),
    blocks: state.blocks
      .filter(({ code }) => !ofAddress.has(code))
      .map(({ code, detail, owner, due_at }) => ({ code, detail, owner, due_at: due_at?.toISOString() ?? null })),
    carrier: (cost && (await findCarrier(ctx, cost.channel_id))) ?? anyCarrier,
  };
}

const nowhere = {
  name: null,
  company: null,
  address1: null,
  address2: null,
  city: null,
  province: null,
  zip: null,
  phone: null,
  tax_id: null,
  email: null,
};
