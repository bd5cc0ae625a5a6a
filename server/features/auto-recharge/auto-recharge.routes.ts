import { autoRecharge } from '#contract/auto-recharge.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { getAutoRecharge, removeCard, saveAutoRecharge, settingsPath } from './auto-recharge.service.ts';
import { openCardPage, type Payments } from '#server/features/wallet/index.ts';

export function autoRechargeRoutes(host: Host, payments: Payments): void {
  mount(host, 'autoRecharge', autoRecharge, {
    get: (ctx) => getAutoRecharge(ctx, payments),
    save: (ctx, { body }) => saveAutoRecharge(ctx, payments, body),
    addCard: { manual: (entry) => openCardPage(entry, payments, settingsPath) },
    removeCard: (ctx) => removeCard(ctx),
  });
}
