import type { FastifyRequest } from 'fastify';
import { siteDomain } from '#contract/branding-rules.ts';
import { session } from '#contract/session.ts';
import type { Tasks } from '#server/db/queue.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as service from './session.service.ts';
import { mailTasks } from './session-mail-requests.service.ts';
import { finishSignUp, signUp } from './session-sign-up.service.ts';

const done = { done: true } as const;

/** Log-in, sign-up and passwords; answers their background tasks. */
export function sessionRoutes(host: Host): Tasks {
  const links = { publicUrl: host.config.PUBLIC_URL, brand: host.config.BRAND_NAME };
  const entranceOf = ({ host: domain }: FastifyRequest) => ({ domain: siteDomain(domain) });
  mount(host, 'session', session, {
    login: {
      manual: (entry, { body }, { request }) =>
        service.login(entry, body, service.originOf(request), entranceOf(request)),
    },
    logout: async (ctx) => {
      await service.logout(ctx);
      return done;
    },
    signUp: {
      manual: async (entry, { body }, { request }) => {
        await signUp(entry, body, entranceOf(request));
        return done;
      },
    },
    finishSignUp: {
      manual: (entry, { body }, { request }) => finishSignUp(entry, body.code, service.originOf(request)),
    },
    forgetPassword: {
      manual: async (entry, { body }) => {
        await service.forgetPassword(entry, body.email);
        return done;
      },
    },
    createPassword: {
      manual: (entry, { body }, { request }) =>
        service.createPassword(entry, body, service.originOf(request), entranceOf(request)),
    },
    resetPassword: {
      manual: async (entry, { body }, { request }) => {
        await service.resetPassword(entry, body, service.originOf(request));
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
        await service.sendVerification(entry);
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
  return mailTasks(links);
}
