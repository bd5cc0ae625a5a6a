import { paths } from '../lib/paths.ts';
import type { MenuTitle } from './page-entry.ts';

/** Letters after `g`, and the pages that they lead to (domain.md §2.5). */
export const goKeys: readonly { key: string; path: string; title: MenuTitle }[] = [
  { key: 'd', path: paths.dashboard, title: 'dashboard' },
  { key: 's', path: paths.stores, title: 'stores' },
  { key: 'p', path: paths.products, title: 'products' },
  { key: 'k', path: paths.stock, title: 'stock' },
  { key: 'q', path: paths.quotes, title: 'quotes' },
  { key: 'o', path: paths.orders, title: 'orders' },
  { key: 'i', path: paths.invoices, title: 'invoices' },
  { key: 'w', path: paths.wallet, title: 'wallet' },
];
