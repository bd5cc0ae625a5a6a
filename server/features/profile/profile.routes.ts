import { profile } from '#contract/profile.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
<<<<<<< HEAD
import { bindContact } from './bind-contact.service.ts';
import { getProfile, saveSettings } from './profile.service.ts';
=======
import { bindContact } from './profile-bind.service.ts';
import { getProfile } from './profile.service.ts';
>>>>>>> 0c3a76c (Name the bind service after its feature)

export function profileRoutes(host: Host): void {
  mount(host, 'profile', profile, {
    get: (ctx, _input, { request }) => getProfile(ctx, request.host),
    bind: async (ctx, { body }) => {
      await bindContact(ctx, body);
      return { done: true as const };
    },
    saveSettings: (ctx, { body }) => saveSettings(ctx, body),
  });
}
