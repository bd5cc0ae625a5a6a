import { allows, roleRights } from '#contract/rights.ts';
import { memberSchema } from '#contract/sub-accounts.ts';
import type { ListQuery } from '#contract/shared.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import * as rows from './sub-accounts.db.ts';

/** The people of the account, its owner first. */
export async function listMembers(ctx: MerchantCtx, query: ListQuery) {
  const found = await rows.findMembers(ctx, query.q, pageOf(query));
  const maySet = allows(ctx.actor.rights, 'sub-accounts', 'edit');
  const data = found.map(({ rights: own, ...member }) => {
    const role = memberSchema.shape.role.parse(member.role);
    const rights = own ?? roleRights[role];
    return {
      ...member,
      role,
      status: memberSchema.shape.status.parse(member.status),
      pays: allows(rights, 'orders', 'pay') || allows(rights, 'invoices', 'pay'),
      may_limit: maySet && role !== 'owner' && member.user_id !== ctx.actor.user_id,
    };
  });
  return { data, meta: metaOf(query, await rows.countMembers(ctx, query.q)) };
}
