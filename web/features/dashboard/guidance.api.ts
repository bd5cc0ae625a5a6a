import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useMay, useProfile } from '#web/components/session.tsx';

type Agent = AnswerOf<Contract['guidance']['agent']>;
export type Step = AnswerOf<Contract['guidance']['shop']>['steps'][number];

/** The steps that the member may see, in the order of the way, and who looks after the account. */
export function useGuidance() {
  const may = useMay();
  const { username } = useProfile();
  const [shop, invoice, order] = [may('stores', 'view'), may('invoices', 'view'), may('orders', 'view')];
  return useQuery({
    queryKey: ['guidance', username],
    queryFn: async ({ signal }): Promise<{ steps: Step[]; agent: Agent | null }> => {
      const [first, second, third, agent] = await Promise.all([
        shop ? api.guidance.shop({}, { signal }) : null,
        invoice ? api.guidance.invoice({}, { signal }) : null,
        order ? api.guidance.order({}, { signal }) : null,
        order ? api.guidance.agent({}, { signal }) : null,
      ]);
      return { steps: [first, second, third].flatMap((answer) => answer?.steps ?? []), agent };
    },
    meta: { follows: ['orders', 'quotes', 'products', 'stores', 'wallet', 'invoices', 'account'] },
  });
}
