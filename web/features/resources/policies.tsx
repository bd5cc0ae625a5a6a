import { Skeleton } from '@mantine/core';
import { api } from '#web/api/client.ts';
import { ClaimPolicyTable } from '#web/components/claim-policy-table.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';

/** The provider's claim policies, as they count now. */
export function Policies() {
  const { data, error, refetch } = useApiQuery(api.shipping.claimPolicies, { query: {} });
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={120} radius={6} />;
  return <ClaimPolicyTable policies={data} />;
}
