import { appError } from '#server/lib/app-error.ts';

/** The order is not as the reader saw it when he decided. */
export const staleOrder = () =>
  appError('stale_version', 'This order changed while you looked at it. Check it again, then repeat.');
