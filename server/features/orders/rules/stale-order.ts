import { appError } from '#server/lib/app-error.ts';

/** The order is not as the reader saw it when he decided. */
export const staleOrder = () => appError('stale_version', { text: 'orders.changed' });
