import { profile } from '#contract/profile.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { getProfile, saveColumns, saveLanguage, savePerson, saveSettings, bindContact } from './profile.service.ts';

export function profileRoutes(host: Host): void {
  mount(host, 'profile', profile, {
    get: (ctx, _input, { request }) => getProfile(ctx, request.host),
    bind: async (ctx, { body }) => {
      await bindContact(ctx, body);
      return { done: true as const };
    },
    saveSettings: (ctx, { body }) => saveSettings(ctx, body),
    saveLanguage: async (ctx, { body }) => {
      await saveLanguage(ctx, body.locale);
      return { done: true as const };
    },
    savePerson: (ctx, { body }) => savePerson(ctx, body),
    saveColumns: (ctx, { body }) => saveColumns(ctx, body),
  });
}
