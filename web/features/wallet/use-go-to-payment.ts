import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';

/** Leaves for the payment provider's page; it leads back to the recharge. `go` answers false when it cannot be opened. */
export function useGoToPayment() {
  const { run, busy } = useApiMutation(api.wallet.checkout, {
    onSuccess: (page) => window.location.assign(page.checkout_url),
  });
  return { go: (rechargeId: string) => run({ params: { id: rechargeId } }), busy };
}
