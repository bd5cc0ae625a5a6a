import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import classes from './order-history.module.css';
import type { OrderHistory } from './order-history-types.ts';

type Cost = NonNullable<OrderHistory['cost']>;

/** The bill beside what its kept inputs come to. */
export function TimelineBill({ cost }: { cost: Cost }) {
  const { t } = useTranslation('order-history');
  const { currency, lines, equal } = cost;
  return (
    <div className={classes.bill}>
      <table className={classes.sums}>
        <caption className={classes.caption}>{t('bill.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('bill.line')}</th>
            <th scope="col">{t('bill.billed')}</th>
            <th scope="col">{t('bill.recalculated')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, place) => (
            <Row
              key={`${line.code} ${line.title} ${place}`}
              name={line.title}
              sums={[line.amount, line.recomputed]}
              currency={currency}
            />
          ))}
        </tbody>
        <tfoot>
          <Row name={t('bill.total')} sums={[cost.billed, cost.recomputed]} currency={currency} />
        </tfoot>
      </table>
      <p className={classes.verdict} data-equal={equal}>
        {equal ? <IconCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
        {t(equal ? 'bill.equal' : 'bill.differs')}
      </p>
    </div>
  );
}

function Row({ name, sums, currency }: { name: string; sums: [number, number]; currency: string }) {
  const [billed, again] = sums;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <MoneyCell money={{ amount: billed, currency }} />
      </td>
      <td>
        <MoneyCell money={{ amount: again, currency }} />
      </td>
    </tr>
  );
}
