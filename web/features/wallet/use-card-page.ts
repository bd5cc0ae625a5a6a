import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';

/** Leaves for the payment provider's page that saves a card; it leads back to the wallet. */
export function useCardPage() {
  const { run, busy } = useApiMutation(api.autoRecharge.addCard, {
    onSuccess: (page) => window.location.assign(page.checkout_url),
  });
  return { go: () => run({}), busy };
}
