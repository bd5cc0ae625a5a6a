import { OrdersPage } from '../features/orders/list/orders-page.tsx';
import { loadTexts } from '../i18n/index.ts';
import { lazyPart } from '../components/lazy-part.tsx';

/** The drawer of an order, fetched with its texts when an order is first opened: most of what it draws no list needs. */
const Drawer = lazyPart(async () => {
  const [{ OrderDrawerWithClaims }] = await Promise.all([
    import('./order-drawer-with-claims.tsx'),
    loadTexts('claims', 'conversations', 'invoices', 'order-history'),
  ]);
  return OrderDrawerWithClaims;
});

/** The list of claims, fetched with its texts when its tab is first opened. */
const Claims = lazyPart(async () => {
  const [{ ClaimList }] = await Promise.all([import('../features/claims/claim-list.tsx'), loadTexts('claims')]);
  return ClaimList;
});

/** The invoice that staff issue for orders of a client, fetched when such orders first show. */
const IssueInvoice = lazyPart(async () => (await import('../features/order-invoices/issue-invoice.tsx')).IssueInvoice);

/** The orders, with the claims, documents and messages of each and its timeline in its drawer; all claims in a tab; and the invoice that staff issue. */
export const OrdersWithClaims = () => <OrdersPage Drawer={Drawer} Claims={Claims} IssueInvoice={IssueInvoice} />;
