import { conversations } from '#contract/conversations.ts';
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
    deskList: (ctx, { query }) => service.listConversations(ctx, query),
    deskGet: (ctx, { params }) => service.getForDesk(ctx, params),
    deskSay: async (ctx, { params, body }) => {
      await service.sayToClient(ctx, params, body.text);
      return done;
    },
    deskRead: async (ctx, { params, body }) => {
      await service.readByDesk(ctx, params, body);
      return done;
    },
  });
}
