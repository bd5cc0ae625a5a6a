import { suggestions } from '#contract/suggestions.ts';
import { accountOf } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as words from './suggestions-words.service.ts';
import * as service from './suggestions.service.ts';

export function suggestionsRoutes(host: Host): void {
  mount(host, 'suggestions', suggestions, {
    list: (ctx, { query }) => service.listSuggestions(ctx, query),
    accept: (ctx, { body }) => service.accept(ctx, body.items),
    acceptAll: (ctx, { body }) => service.acceptAll(ctx, body),
    dismiss: (ctx, { body }) => service.dismiss(ctx, body.items),
    words: (ctx, { query }) => words.listWords(ctx, query, accountOf(ctx)),
    addWord: (ctx, { body }) => words.addOwnWord(ctx, body),
    removeWord: (ctx, { params }) => words.removeOwnWord(ctx, params.id),
    deskWords: (ctx, { query }) => words.listWords(ctx, query, null),
    deskAddWord: (ctx, { body }) => words.addSharedWord(ctx, body),
    deskRemoveWord: (ctx, { params }) => words.removeSharedWord(ctx, params.id),
  });
}
