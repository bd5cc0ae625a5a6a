import { quotes } from '#contract/quotes.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { answerQuote } from './quotes-answer.service.ts';
import { acceptQuote, cancelQuote, declineQuote } from './quotes-close.service.ts';
import type { Needs } from './quotes-needs.ts';
import { openShare, shareQuote, shareState, unshareQuote } from './quote-shares.service.ts';
import * as service from './quotes.service.ts';

export function quotesRoutes(host: Host, needs: Needs): void {
  mount(host, 'quotes', quotes, {
    list: (ctx, { query }) => service.listQuotes(ctx, query),
    get: (ctx, { params }) => service.getQuote(ctx, params.id),
    accept: (ctx, { params, body }) => acceptQuote(ctx, needs, params.id, body.version),
    decline: (ctx, { params, body }) => declineQuote(ctx, needs, params.id, body),
    cancel: (ctx, { params }) => cancelQuote(ctx, needs, params.id),
    shareState: (ctx, { params }) => shareState(ctx, params.id),
    share: (ctx, { params }) => shareQuote(ctx, host.config.PUBLIC_URL, params.id),
    unshare: async (ctx, { params }) => {
      await unshareQuote(ctx, params.id);
      return { done: true } as const;
    },
    shared: { manual: (entry, { params }) => openShare(entry, params.token) },
    deskList: (ctx, { query }) => service.listForDesk(ctx, query),
    deskGet: (ctx, { params }) => service.getForDesk(ctx, params.account_id, params.id),
    answer: (ctx, { params, body }) => answerQuote(ctx, needs, params.account_id, params.id, body),
  });
}
