/** What brings an order on, the most wanted first; everything else stays in the menu, whatever state the order is in. */
const steps: readonly string[] = ['release', 'pay', 'withdraw_cancel', 'take_back'];

/** The action that has a button beside the menu; none where nothing brings the order on. */
export function mainOf<One extends { action: string }>(allowed: readonly One[]): One | undefined {
  return steps.flatMap((step) => allowed.filter(({ action }) => action === step))[0];
}
