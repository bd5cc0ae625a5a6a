import { quotes } from '#contract/quotes.ts';
import { forAccount } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { addAlternative, refuseQuote, removeAlternative, takeAlternative } from './request/alternatives.service.ts';
import { candidatesFor, assignQuote, clockAhead } from './workbench/workbench.service.ts';
import { costsOf, likeQuotes, setFxRate, setMargin } from './workbench/costs.service.ts';
import { orderSample, sampleAddress } from './accept/samples.service.ts';
import { linkQuotePdf } from './accept/quote-pdf.service.ts';
import { openShare, shareQuote, shareState, unshareQuote } from './accept/shares.service.ts';
import { readByClient, readByStaff, sayToAgent, sayToClient } from './messages/messages.service.ts';
import { acceptQuote, previewAccept } from './accept/accept.service.ts';
import { effectOf } from './accept/effect.service.ts';
import { answerQuote } from './workbench/answer.service.ts';
import { cancelQuote, declineQuote } from './accept/close.service.ts';
import { askAgain, counterQuote } from './request/counter.service.ts';
import { requestQuote } from './request/request.service.ts';
import { requestForOneOrder } from './request/extend.service.ts';
import { usualDestinations } from './records/waiting.db.ts';
import { askBySource, drawAttached, askForCatalogProduct, askForPicture } from './request/sourcing.service.ts';
import { staffQuotesFile } from './records/export.ts';
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
    askForOrder: (ctx, { params }) => requestForOneOrder(ctx, params.id),
    destinations: (ctx, { query }) => usualDestinations(ctx, query),
    askForProduct: (ctx, { params, body }) => requestQuote(ctx, { product_id: params.id, ...body }),
    askForCatalogProduct: (ctx, { params, body }) => askForCatalogProduct(ctx, params.id, body),
    askForPicture: {
      before: async (entry, { params }) => {
        const drawn = await drawCrop(entry, params.id);
        return (ctx, { body }) => askForPicture(ctx, { id: params.id, body, drawn });
      },
    },
    get: (ctx, { params }) => service.getQuote(ctx, params.id),
    pdf: { manual: (entry, { params }) => linkQuotePdf(entry, params.id) },
    say: (ctx, { params, body }) => sayToAgent(ctx, params.id, body),
    read: async (ctx, { params, body }) => {
      await readByClient(ctx, params.id, body.seq);
      return done;
    },
    counter: (ctx, { params, body }) => counterQuote(ctx, params.id, body),
    askAgain: (ctx, { params }) => askAgain(ctx, params.id),
    takeAlternative: (ctx, { params, body }) => takeAlternative(ctx, params.id, body.alternative_id),
    accept: (ctx, { params, body }) => acceptQuote(ctx, params.id, body),
    previewAccept: (ctx, { params, body }) => previewAccept(ctx, params.id, body),
    acceptEffect: async (ctx, { params }) => {
      await service.requireQuote(ctx, params.id);
      return effectOf(ctx, [params.id]);
    },
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
    staffList: (ctx, { query }) => service.listForStaff(ctx, query),
    staffFile: { manual: (entry, { body }) => staffQuotesFile(entry, body) },
    staffGet: (ctx, { params }) => service.getForStaff(forAccount(ctx, params.account_id), params.id),
    answer: (ctx, { params, body }) => answerQuote(forAccount(ctx, params.account_id), params.id, body),
    staffSay: (ctx, { params, body }) => sayToClient(forAccount(ctx, params.account_id), params.id, body),
    staffRead: async (ctx, { params, body }) => {
      await readByStaff(forAccount(ctx, params.account_id), params.id, body.seq);
      return done;
    },
    assign: (ctx, { params, body }) => assignQuote(forAccount(ctx, params.account_id), params.id, body.user_id),
    unavailable: (ctx, { params, body }) => refuseQuote(forAccount(ctx, params.account_id), params.id, body),
    addAlternative: (ctx, { params, body }) => addAlternative(forAccount(ctx, params.account_id), params.id, body),
    removeAlternative: (ctx, { params }) =>
      removeAlternative(forAccount(ctx, params.account_id), params.id, params.alternative_id),
    costs: (ctx, { params }) => costsOf(forAccount(ctx, params.account_id), params.id),
    candidates: (ctx, { params }) => candidatesFor(forAccount(ctx, params.account_id), params.id),
    like: (ctx, { params }) => likeQuotes(forAccount(ctx, params.account_id), params.id),
    setMargin: async (ctx, { params, body }) => {
      await setMargin(forAccount(ctx, params.account_id), body);
      return done;
    },
    setFxRate: async (ctx, { body }) => {
      await setFxRate(ctx, body);
      return done;
    },
  });
}
