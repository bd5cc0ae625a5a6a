import { addAlternative, refuseQuote } from '#server/features/quotes/request/alternatives.service.ts';
import { sayToAgent, sayToClient } from '#server/features/quotes/messages/messages.service.ts';
import { answerQuote } from '#server/features/quotes/workbench/answer.service.ts';
import { expireQuote } from '#server/features/quotes/accept/close.service.ts';
import { counterQuote } from '#server/features/quotes/request/counter.service.ts';
import { assignQuote } from '#server/features/quotes/workbench/workbench.service.ts';
import { askBySource } from '#server/features/quotes/request/sourcing.service.ts';
import { detailOf } from '#server/features/quotes/records/quotes.service.ts';
import { drawPicture } from '#server/features/files/index.ts';
import { type Ctx, forAccount } from '#server/db/context.ts';
import type { DrawnPicture } from '#server/lib/pictures.ts';
import type { MotifName } from '../shop/drawing/motifs.ts';
import { productPng } from '../shop/picture.ts';
import { type Account, type Context, freightOf, type Step } from './seed-merchant.ts';

const hour = 3_600_000;

type Asked = { title: string; note: string; url?: string };
type Plot = { ask: Asked; motif: MotifName; hoursAgo: number; actions: ((quote: Handle) => Promise<void>)[] };
type Handle = {
  answer(price: number): Promise<void>;
  ask(text: string): Promise<void>;
  say(text: string): Promise<void>;
  counter(target: number, reason: string): Promise<void>;
  take(): Promise<void>;
  refuse(note: string): Promise<void>;
  offer(price: number): Promise<void>;
  /** Its price ran out meanwhile. */
  expire(): Promise<void>;
};

const plots: readonly Plot[] = [
  {
    ask: {
      title: 'Walnut phone stand',
      note: 'With a groove for the cable.',
      url: 'https://detail.1688.com/offer/641200347781.html',
    },
    motif: 'phone-stand',
    hoursAgo: 30,
    actions: [(quote) => quote.take(), (quote) => quote.ask('One or two layers of oil? A second adds $0.30 per unit.')],
  },
  {
    ask: {
      title: 'Ceramic oil burner',
      note: 'White, matt, in a box that survives a fall.',
      url: 'https://www.amazon.com/dp/B08CER4M1C',
    },
    motif: 'oil-burner',
    hoursAgo: 26,
    actions: [
      (quote) => quote.answer(612),
      (quote) => quote.say('Is the box part of the price?'),
      (quote) => quote.counter(540, 'Another supplier asks 5.40 with the same box.'),
    ],
  },
  {
    ask: {
      title: 'Linen table runner',
      note: 'Sand, 40 × 180 cm, hem sewn twice.',
      url: 'https://homely.example/products/linen-runner',
    },
    motif: 'table-runner',
    hoursAgo: 20 * 24,
    actions: [(quote) => quote.answer(745), (quote) => quote.expire()],
  },
  {
    ask: { title: 'Mug with a well-known mouse', note: 'With a lid, the mouse on both sides.' },
    motif: 'enamel-camp-mug',
    hoursAgo: 76,
    actions: [
      (quote) => quote.refuse('The figure is protected. The mug without it can be had.'),
      (quote) => quote.offer(388),
    ],
  },
];

/** Requests by pages and words, with the talk about them: a question, a counter-offer, an expired price, another offer. */
export function quoteTalkSteps(context: Context, account: Account): Step[] {
  return plotsOf(context, account).flatMap((plot) => stepsOf(context, account, plot));
}

/** The large merchant lives through all of them, each of the others through one, whoever has no store yet through none. */
function plotsOf({ world }: Context, { merchant }: Account): readonly Plot[] {
  if (merchant.stores.length === 0) return [];
  const at = world.merchants.findIndex(({ key }) => key === merchant.key);
  return at === 0 ? plots : plots.slice(at % plots.length, (at % plots.length) + 1);
}

const pictures = new Map<MotifName, Promise<DrawnPicture>>();

/** What the client sends along to show what is meant. */
function pictureOf(motif: MotifName): Promise<DrawnPicture> {
  const drawn = pictures.get(motif) ?? productPng('1', { motif, scene: 2 }).then((png) => drawPicture(png, null));
  pictures.set(motif, drawn);
  return drawn;
}

function stepsOf(context: Context, account: Account, plot: Plot): Step[] {
  const { thread, world } = context;
  const from = world.now.getTime() - plot.hoursAgo * hour;
  let id = '';
  const begin = async () => {
    const destinations = account.merchant.markets.map((market) => market.country);
    const scope = { account_id: account.account_id };
    const request = { ...plot.ask, destinations, orders_per_day: 6 };
    const picture = await pictureOf(plot.motif);
    ({ id } = await thread.as(account.owner).run(scope, (ctx) => askBySource(ctx, request, [picture])));
  };
  return [
    { at: new Date(from), do: begin },
    ...plot.actions.map((action, index) => ({
      at: new Date(from + (index + 1) * 3 * hour),
      do: () => action(handleOf(context, account, id)),
    })),
  ];
}

function handleOf(context: Context, account: Account, id: string): Handle {
  const { thread, house } = context;
  const { account_id } = account;
  const staff = house.staff.agent[account.merchant.agent];
  if (!staff) throw new Error('the merchant has no agent');
  const owner = thread.as(account.owner);
  const agent = thread.as(staff);
  const none = { file_ids: [] };
  const later = new Date(thread.clock.now().getTime() + 16 * 24 * hour);
  return {
    answer: (price) =>
      agent.run(
        'all_accounts',
        async (ctx) =>
          void (await answerQuote(forAccount(ctx, account_id), id, await priced(ctx, context, account, id, price))),
      ),
    ask: (text) =>
      agent.run(
        'all_accounts',
        async (ctx) => void (await sayToClient(forAccount(ctx, account_id), id, { text, question: true, ...none })),
      ),
    say: (text) => owner.run({ account_id }, async (ctx) => void (await sayToAgent(ctx, id, { text, ...none }))),
    counter: (target_price, reason) =>
      owner.run(
        { account_id },
        async (ctx) => void (await counterQuote(ctx, id, { version: 1, lines: [{ line: 1, target_price }], reason })),
      ),
    take: () =>
      agent.run('all_accounts', async (ctx) => void (await assignQuote(forAccount(ctx, account_id), id, undefined))),
    refuse: (note) =>
      agent.run(
        'all_accounts',
        async (ctx) => void (await refuseQuote(forAccount(ctx, account_id), id, { reason: 'ip_risk', note })),
      ),
    offer: (unit_price) =>
      agent.run('all_accounts', async (ctx) => {
        const [catalog_sku_id] = house.skus.values();
        if (catalog_sku_id === undefined) throw new Error('the house has no goods');
        await addAlternative(forAccount(ctx, account_id), id, {
          kind: 'same',
          catalog_sku_id,
          unit_price,
          lead_days: 4,
          moq: 1,
          note: '',
        });
      }),
    expire: async () => {
      thread.clock.set(later);
      await thread.allAccounts((ctx) => expireQuote(forAccount(ctx, account_id), id));
    },
  };
}

async function priced(ctx: Ctx, { house, world }: Context, account: Account, id: string, unit_price: number) {
  const { version } = await detailOf(forAccount(ctx, account.account_id), id);
  const freight = freightOf(account.merchant, world).map(({ channel, ...row }) => {
    return { ...row, channel_id: house.channels.get(channel) ?? '' };
  });
  const line = { line: 1, catalog_sku_id: null, unit_price, weight_g: 320, lead_days: 3, moq: 1 };
  return { version, lines: [line], freight, note: '', valid_days: 14, price_lock_days: 30 };
}
