// What other features may call.
export { notify, resolveNotifications } from './notifications-notify.service.ts';
