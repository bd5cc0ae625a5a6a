import { notifications } from '#contract/notifications.ts';
import type { Call, Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as notices from './notifications-notices.service.ts';
import * as service from './notifications.service.ts';

const domainOf = ({ request }: Call) => service.domainOf(request.host);

export function notificationsRoutes(host: Host): void {
  mount(host, 'notifications', notifications, {
    list: (ctx, { query }, call) => service.listNotifications(ctx, query, domainOf(call)),
    compose: (ctx, { body }) => notices.composeNotice(ctx, body),
    global: (ctx, _input, call) => notices.popupFor(ctx, domainOf(call)),
    readAll: (ctx, _input, call) => service.markAll(ctx, domainOf(call)),
    preview: async (_ctx, { body }) => notices.previewNotice(body.content),
    get: (ctx, { params }, call) => service.getNotification(ctx, params.id, domainOf(call)),
    read: (ctx, { params }, call) => service.markOne(ctx, params.id, 'read', domainOf(call)),
    remove: (ctx, { params }, call) => notices.withdrawOrHide(ctx, params.id, domainOf(call)),
    staffList: (ctx, { query }) => notices.listNotices(ctx, query),
  });
}
