import { forAccount } from '#server/db/context.ts';
import { sayToAgent, sayToClient } from '#server/features/conversations/conversations.service.ts';
import { staffActor, startThread } from './portal.ts';
import type { Account, Context } from './seed-merchant.ts';

const minute = 60_000;
type Words = { ago: number; ask: string; answer?: string };
const conversations: readonly Words[] = [
  {
    ago: 190,
    ask: 'The buyer moves on Friday. Can this one leave today?',
    answer: 'Yes: it is packed and leaves at four.',
  },
  { ago: 95, ask: 'Could you photograph this before it is packed? The last one had a scratch.' },
  { ago: 20, ask: 'Please add a thank-you card to this parcel.' },
];

/** What a merchant wrote about the newest paid orders: one was answered, two wait. */
export async function seedConversations({ portal, house, world }: Context, account: Account): Promise<void> {
  const thread = startThread(portal, world.now);
  const { account_id } = account;
  const agent = house.staff.agent[account.merchant.agent];
  if (!agent) return;
  const owner = thread.as(account.owner);
  const staff = thread.as(staffActor({ ...agent, roles: ['agent'] }));
  const orders = await thread.allAccounts(({ db }) =>
    db
      .selectFrom('orders')
      .select('id')
      .where('account_id', '=', account_id)
      .where('stage', '=', 'processing')
      .where('reship_of', 'is', null)
      .orderBy('placed_at', 'desc')
      .limit(conversations.length)
      .execute(),
  );
  for (const [at, { ago, ask, answer }] of conversations.entries()) {
    const id = orders[at]?.id;
    if (!id) continue;
    thread.clock.set(new Date(world.now.getTime() - ago * minute));
    await owner.run({ account_id }, (ctx) => sayToAgent(ctx, id, ask));
    if (answer) await staff.run('all_accounts', (ctx) => sayToClient(forAccount(ctx, account_id), id, answer));
  }
}
