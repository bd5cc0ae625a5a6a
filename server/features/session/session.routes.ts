import { session } from '#contract/session.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as service from './session.service.ts';
import { enterFromShop, type ShopNeeds } from './session-shop.service.ts';

const done = { done: true } as const;

export function sessionRoutes(host: Host, needs: ShopNeeds): void {
  const links = { publicUrl: host.config.PUBLIC_URL, brand: host.config.BRAND_NAME };
  mount(host, 'session', session, {
    login: { manual: (entry, { body }, { request }) => service.login(entry, body, service.originOf(request)) },
    enterFromShop: {
      manual: (entry, { body }, { request }) => enterFromShop(entry, body, service.originOf(request), { needs, links }),
    },
    logout: async (ctx) => {
      await service.logout(ctx);
      return done;
    },
    signUp: { manual: (entry, { body }, { request }) => service.signUp(entry, body, service.originOf(request), links) },
    forgetPassword: {
      manual: async (entry, { body }) => {
        await service.forgetPassword(entry, body.email, links);
        return done;
      },
    },
    createPassword: {
      manual: (entry, { body }, { request }) => service.createPassword(entry, body, service.originOf(request)),
    },
    resetPassword: {
      manual: async (entry, { body }) => {
        await service.resetPassword(entry, body);
        return done;
      },
    },
    verifyEmail: {
      manual: async (entry, { body }) => {
        await service.verifyEmail(entry, body.code);
        return done;
      },
    },
    sendVerification: {
      manual: async (entry) => {
        await service.sendVerification(entry, links);
        return done;
      },
    },
    loginAs: (ctx, { body }) => service.loginAs(ctx, body),
    stopActing: async (ctx) => {
      await service.stopActing(ctx);
      return done;
    },
    sessions: (ctx, { query }) => service.listSessions(ctx, query),
    endSession: async (ctx, { params }) => {
      await service.endSession(ctx, params.id);
      return done;
    },
    loginLog: (ctx, { query }) => service.loginLog(ctx, query),
  });
}
