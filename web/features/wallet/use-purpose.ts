import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useMay } from '#web/components/session.tsx';
import type { Recharge } from './wallet-types.ts';

/** Orders that are paid together: named, or all that match a list's filters, as those that a payment preview fixed. */
export type PaidFor = { orderIds: readonly string[] } | { matching: Readonly<Record<string, string>> };

/** What money is for, as it is now. */
export type Purpose = { amount: number; missing: number } & (
  | { kind: 'orders'; count: number; orders: PaidFor }
  | { kind: 'invoice'; id: string; number: string }
);

/**
 * What these orders or this invoice still cost, and what the wallet lacks for that; null when nothing of it is to be
 * paid, undefined until it is known: an amount that is proposed before would change under the finger.
 */
export function usePurpose(
  { order_ids, selection_id, invoice_id }: Recharge['pays'],
  available: number,
): Purpose | null | undefined {
  const may = useMay();
  const orders = order_ids.length > 0 && may('orders', 'pay');
  const { data: checkout, isLoading: readsOrders } = useApiQuery(
    api.checkout.preview,
    orders ? { body: { order_ids } } : null,
  );
  const many = selection_id !== null && may('orders', 'pay') ? { query: { selection_id } } : null;
  const { data: selected, isLoading: readsSelected } = useApiQuery(api.checkout.payable, many);
  const asked = invoice_id !== null && may('invoices', 'pay') ? { params: { id: invoice_id } } : null;
  const { data: invoice, isLoading: readsInvoice } = useApiQuery(api.invoices.get, asked);
  if (checkout && checkout.orders > 0)
    return {
      kind: 'orders',
      count: checkout.orders,
      orders: { orderIds: order_ids },
      amount: checkout.total,
      missing: checkout.missing,
    };
  if (selected && selection_id !== null && selected.orders > 0)
    return {
      kind: 'orders',
      count: selected.orders,
      orders: { matching: { selection_id } },
      amount: selected.total,
      missing: Math.max(0, selected.total - available),
    };
  if (readsOrders || readsSelected || readsInvoice) return undefined;
  if (!invoice?.payable) return null;
  const { id, number, total } = invoice;
  return { kind: 'invoice', id, number, amount: total, missing: Math.max(0, total - available) };
}
