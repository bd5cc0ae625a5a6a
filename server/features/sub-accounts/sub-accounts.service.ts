import { allows } from '#contract/rights.ts';
import { memberSchema } from '#contract/sub-accounts.ts';
import type { ListQuery } from '#contract/shared.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import * as rows from './sub-accounts.db.ts';

/** The people of the account, its owner first. */
export async function listMembers(ctx: MerchantCtx, query: ListQuery) {
  const found = await rows.findMembers(ctx, query.q, pageOf(query));
  const { role, status } = memberSchema.shape;
  const data = found.map((member) => ({
    ...member,
    role: role.parse(member.role),
    status: status.parse(member.status),
    may_limit:
      allows(ctx.actor.rights, 'sub-accounts', 'edit') &&
      member.role !== 'owner' &&
      member.user_id !== ctx.actor.user_id,
  }));
  return { data, meta: metaOf(query, await rows.countMembers(ctx, query.q)) };
}
