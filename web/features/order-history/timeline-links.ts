import { paths, withQuery } from '#web/lib/paths.ts';
import type { TimelineEntry } from './order-history-types.ts';

type Link = NonNullable<TimelineEntry['link']>;

/** Where an entry's origin is; null for what has no page. */
export function addressOf({ to, id }: Link, orderId: string): string | null {
  switch (to) {
    case 'order':
      return withQuery(paths.orders, { order: id });
    case 'product':
      return withQuery(paths.products, { product: id });
    case 'quote':
      return withQuery(paths.quotes, { quote: id });
    case 'invoice':
      return withQuery(paths.invoices, { invoice: id });
    case 'claim':
      return withQuery(paths.orders, { order: orderId, case: id });
    case 'store':
      return withQuery(paths.stores, { store: id });
    default:
      // the carrier's page; never a script
      return /^https?:\/\//.test(id) ? id : null;
  }
}
