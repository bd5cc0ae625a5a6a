import { quotes } from '#contract/quotes.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { addAlternative, refuseQuote, removeAlternative, takeAlternative } from './request/alternatives.service.ts';
import { candidatesFor } from './workbench/candidates.service.ts';
import { costsOf, likeQuotes, setFxRate, setMargin } from './workbench/costs.service.ts';
import { orderSample, sampleAddress } from './accept/samples.service.ts';
import { openShare, shareQuote, shareState, unshareQuote } from './accept/shares.service.ts';
import { readByClient, readByDesk, sayToAgent, sayToClient } from './messages/messages.service.ts';
import { acceptQuote } from './accept/accept.service.ts';
import { answerQuote } from './workbench/answer.service.ts';
import { cancelQuote, declineQuote } from './accept/close.service.ts';
import { askAgain, counterQuote } from './request/counter.service.ts';
import { assignQuote, clockAhead } from './workbench/staff-list.service.ts';
import { askForCatalogProduct, askForPicture } from './request/inquiries.service.ts';
import { requestQuote } from './request/request.service.ts';
import { askBySource, drawAttached } from './request/sourcing.service.ts';
import * as service from './records/quotes.service.ts';
import { drawCrop } from '#server/features/image-search/index.ts';

const done = { done: true } as const;

export function quotesRoutes(host: Host): void {
  mount(host, 'quotes', quotes, {
    list: (ctx, { query }) => service.listQuotes(ctx, query),
    clock: (ctx) => clockAhead(ctx),
    ask: {
      before: async (entry, { body }) => {
        const drawn = await drawAttached(entry, body.picture_ids ?? []);
        return (ctx) => askBySource(ctx, body, drawn);
      },
    },
    askForProduct: (ctx, { params, body }) => requestQuote(ctx, { product_id: params.id, ...body }),
    askForCatalogProduct: (ctx, { params, body }) => askForCatalogProduct(ctx, params.id, body),
    askForPicture: {
      before: async (entry, { params }) => {
        const drawn = await drawCrop(entry, params.id);
        return (ctx, { body }) => askForPicture(ctx, { id: params.id, body, drawn });
      },
    },
    get: (ctx, { params }) => service.getQuote(ctx, params.id),
    say: (ctx, { params, body }) => sayToAgent(ctx, params.id, body),
    read: async (ctx, { params, body }) => {
      await readByClient(ctx, params.id, body.seq);
      return done;
    },
    counter: (ctx, { params, body }) => counterQuote(ctx, params.id, body),
    askAgain: (ctx, { params }) => askAgain(ctx, params.id),
    takeAlternative: (ctx, { params, body }) => takeAlternative(ctx, params.id, body.alternative_id),
    accept: (ctx, { params, body }) => acceptQuote(ctx, params.id, body),
    sampleAddress: (ctx) => sampleAddress(ctx),
    sample: (ctx, { params, body }) => orderSample(ctx, params.id, body),
    decline: (ctx, { params, body }) => declineQuote(ctx, params.id, body),
    cancel: (ctx, { params }) => cancelQuote(ctx, params.id),
    shareState: (ctx, { params }) => shareState(ctx, params.id),
    share: (ctx, { params }) => shareQuote(ctx, host.config.PUBLIC_URL, params.id),
    unshare: async (ctx, { params }) => {
      await unshareQuote(ctx, params.id);
      return done;
    },
    shared: { manual: (entry, { params }) => openShare(entry, params.token) },
    deskList: (ctx, { query }) => service.listForDesk(ctx, query),
    deskGet: (ctx, { params }) => service.getForDesk(ctx, params.account_id, params.id),
    answer: (ctx, { params, body }) => answerQuote(ctx, params.account_id, params.id, body),
    deskSay: (ctx, { params, body }) => sayToClient(ctx, params.account_id, params.id, body),
    deskRead: async (ctx, { params, body }) => {
      await readByDesk(ctx, params.account_id, params.id, body.seq);
      return done;
    },
    assign: (ctx, { params, body }) => assignQuote(ctx, params.account_id, params.id, body.user_id),
    unavailable: (ctx, { params, body }) => refuseQuote(ctx, params.account_id, params.id, body),
    addAlternative: (ctx, { params, body }) => addAlternative(ctx, params.account_id, params.id, body),
    removeAlternative: (ctx, { params }) => removeAlternative(ctx, params.account_id, params.id, params.alternative_id),
    costs: (ctx, { params }) => costsOf(ctx, params.account_id, params.id),
    candidates: (ctx, { params }) => candidatesFor(ctx, params.account_id, params.id),
    like: (ctx, { params }) => likeQuotes(ctx, params.account_id, params.id),
    setMargin: async (ctx, { params, body }) => {
      await setMargin(ctx, params.account_id, body);
      return done;
    },
    setFxRate: async (ctx, { body }) => {
      await setFxRate(ctx, body);
      return done;
    },
  });
}
