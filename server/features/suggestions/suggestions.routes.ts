import { suggestions } from '#contract/suggestions.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as service from './suggestions.service.ts';

export function suggestionsRoutes(host: Host): void {
  mount(host, 'suggestions', suggestions, {
    list: (ctx, { query }) => service.listSuggestions(ctx, query),
    accept: (ctx, { body }) => service.accept(ctx, body.items),
    acceptAll: (ctx, { body }) => service.acceptAll(ctx, body),
    dismiss: (ctx, { body }) => service.dismiss(ctx, body.items),
    words: (ctx, { query }) => service.listWords(ctx, query, ctx.account),
    addWord: (ctx, { body }) => service.addOwnWord(ctx, body),
    removeWord: (ctx, { params }) => service.removeOwnWord(ctx, params.id),
    staffWords: (ctx, { query }) => service.listWords(ctx, query, null),
    staffAddWord: (ctx, { body }) => service.addSharedWord(ctx, body),
    staffRemoveWord: (ctx, { params }) => service.removeSharedWord(ctx, params.id),
  });
}
