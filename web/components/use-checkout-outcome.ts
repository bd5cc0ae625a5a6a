import { useEffect, useState } from 'react';
import type { CheckoutOutcome } from './checkout-next.tsx';

/**
 * What a checkout ended with, with its next step, until whoever paid goes on: to another tab (`tab`) of the list, to another
 * payment (`paying`), or to another page, after which this one is drawn again without it.
 */
export function useCheckoutOutcome({ tab = '', paying }: { tab?: string | undefined; paying: boolean }) {
  const [said, setSaid] = useState<{ outcome: CheckoutOutcome; tab: string }>();
  const over = said !== undefined && (paying || said.tab !== tab);
  if (over) setSaid(undefined);
  useEffect(() => () => setSaid(undefined), []); // the page is left: it may stay, hidden
  return {
    outcome: over ? undefined : said?.outcome,
    say: (outcome: CheckoutOutcome) => setSaid({ outcome, tab }),
    hide: () => setSaid(undefined),
  };
}
