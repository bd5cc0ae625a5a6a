import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/api/client.ts';
import { ClaimPolicyTable } from '#web/components/claim-policy-table.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';

/** The provider's claim policies, as they count now. */
export function Policies() {
  const { data, error, refetch } = useQuery({
    queryKey: ['shipping', 'policies'],
    queryFn: ({ signal }) => api.shipping.claimPolicies({ query: {} }, { signal }),
  });
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={120} radius={6} />;
  return <ClaimPolicyTable policies={data} />;
}
