import { useTranslation } from 'react-i18next';
import { formatMoney } from '#web/lib/format.ts';
import classes from '../orders.module.css';
import type { Checkout } from '../orders-types.ts';

const costCodes = ['goods', 'freight', 'fees'] as const;
const mostNamed = 20;

/** What each order costs otherwise than it was shown: code, old and new amount. */
function changesSince(before: Checkout, now: Checkout) {
  const shown = new Map(before.payable.map((order) => [order.order_id, order.cost]));
  return now.payable.flatMap(({ order_id, name, cost }) =>
    costCodes.flatMap((code) => {
      const was = shown.get(order_id)?.[code];
      return was === undefined || was === cost[code]
        ? []
        : [{ key: `${order_id} ${code}`, name, code, was, now: cost[code] }];
    }),
  );
}

/** Says that prices changed between the drawer and the click, and names what. */
export function CheckoutChanges({ before, now }: { before: Checkout; now: Checkout }) {
  const { t, i18n } = useTranslation('orders');
  const changes = changesSince(before, now);
  if (before.total === now.total && changes.length === 0) return null;
  const money = (amount: number) => formatMoney({ amount, currency: now.currency }, i18n.language);
  return (
    <div className={classes.notice} role="status">
      {t('checkout.changed', { before: money(before.total), after: money(now.total) })}
      <ul className={classes.plainChanges}>
        {changes.slice(0, mostNamed).map((change) => (
          <li key={change.key}>
            {t('checkout.change', {
              name: change.name,
              part: t(`detail.${change.code}`),
              before: money(change.was),
              after: money(change.now),
            })}
          </li>
        ))}
      </ul>
      {changes.length > mostNamed && t('checkout.moreChanges', { count: changes.length - mostNamed })}
    </div>
  );
}
