import { profile } from '#contract/profile.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { bindContact, getProfile, saveSettings } from './profile.service.ts';

export function profileRoutes(host: Host): void {
  mount(host, 'profile', profile, {
    get: (ctx) => getProfile(ctx),
    bind: async (ctx, { body }) => {
      await bindContact(ctx, body);
      return { done: true as const };
    },
    saveSettings: (ctx, { body }) => saveSettings(ctx, body),
  });
}
