import { conversations } from '#contract/conversations.ts';
import { forAccount } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as service from './conversations.service.ts';

const done = { done: true } as const;

export function conversationsRoutes(host: Host): void {
  mount(host, 'conversations', conversations, {
    list: (ctx, { params }) => service.getConversation(ctx, params.id),
    say: async (ctx, { params, body }) => {
      await service.sayToAgent(ctx, params.id, body.text);
      return done;
    },
    read: async (ctx, { params, body }) => {
      await service.readByClient(ctx, params.id, body.seq);
      return done;
    },
    staffList: (ctx, { query }) => service.listConversations(ctx, query),
    staffGet: (ctx, { params }) => service.getForStaff(forAccount(ctx, params.account_id), params.id),
    staffSay: async (ctx, { params, body }) => {
      await service.sayToClient(forAccount(ctx, params.account_id), params.id, body.text);
      return done;
    },
    staffRead: async (ctx, { params, body }) => {
      await service.readByStaff(forAccount(ctx, params.account_id), params.id, body);
      return done;
    },
  });
}
