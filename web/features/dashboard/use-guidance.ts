import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useMay, useProfile } from '#web/components/session.tsx';
import type { Step } from './dashboard-types.ts';

/** The first steps that the member may see, in their sequence, and who looks after the account; undefined until all are there. */
export function useGuidance() {
  const may = useMay();
  const orders = may('orders', 'view');
  const shop = useApiQuery(api.guidance.shop, may('stores', 'view') ? {} : null);
  const invoice = useApiQuery(api.guidance.invoice, may('invoices', 'view') ? {} : null);
  const order = useApiQuery(api.guidance.order, orders ? {} : null);
  const agent = useApiQuery(api.guidance.agent, orders ? {} : null);
  const parts = [shop, invoice, order, agent];
  const waiting = parts.some(({ isLoading }) => isLoading);
  const error = parts.find((part) => part.error !== null && part.data === undefined)?.error ?? null;
  const email: Step = { key: 'email', done: useProfile().email_verified };
  const steps: Step[] = [email, ...[shop, invoice, order].flatMap(({ data }) => data?.steps ?? [])];
  return {
    data:
      waiting || error !== null
        ? undefined
        : {
            steps,
            agent: agent.data ?? null,
            awaitsFile: shop.data?.awaits_file ?? false,
            byFiles: shop.data?.by_files ?? false,
          },
    waiting,
    error,
    refetch: () => Promise.all(parts.filter((part) => part.error !== null).map((part) => part.refetch())),
  };
}
