import { call } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';

/** Leaves for the payment provider's page; it leads back to the recharge. Answers false when it cannot be opened. */
export async function goToPayment(rechargeId: string): Promise<boolean> {
  const page = await call(api.wallet.checkout({ params: { id: rechargeId } }));
  if (page === false) return false;
  window.location.assign(page.checkout_url);
  return true;
}
