import { useTranslation } from 'react-i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { formatMoney } from '#web/lib/format.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import classes from './split-merge.module.css';

type Regrouping = AnswerOf<Contract['orders']['splitPreview']>;

type Outlook = Regrouping['before'];
const totalOf = (orders: Outlook) =>
  orders.every(({ cost }) => cost !== null) ? orders.reduce((sum, { cost }) => sum + (cost?.total ?? 0), 0) : null;

/** Orders and what each costs, before and after they are split or merged, and the difference in a sentence. */
export function OrderOutlook({ preview }: { preview: Regrouping }) {
  const { t, i18n } = useTranslation('orders-edit');
  const after = preview.after.filter(({ units }) => units > 0);
  const [old, next] = [totalOf(preview.before), totalOf(after)];
  const currency = after.find(({ cost }) => cost !== null)?.cost?.currency ?? 'USD';
  const difference = old === null || next === null ? null : next - old;
  const amount = formatMoney({ amount: Math.abs(difference ?? 0), currency }, i18n.language);
  const says = difference === null ? 'unpriced' : difference < 0 ? 'saves' : difference > 0 ? 'costs' : 'same';
  return (
    <div className={classes.outlook}>
      <PlainTable label={t('costComparison.label')}>
        <thead>
          <tr>
            <th>{t('costComparison.order')}</th>
            <th data-align="end">{t('costComparison.units')}</th>
            <th data-align="end">{t('costComparison.goods')}</th>
            <th data-align="end">{t('costComparison.freight')}</th>
            <th data-align="end">{t('costComparison.total')}</th>
          </tr>
        </thead>
        <Orders label={t('costComparison.before')} orders={preview.before} />
        <Orders label={t('costComparison.after')} orders={after} />
      </PlainTable>
      <p className={classes.difference} data-tone={says} role="status">
        {t(`costComparison.${says}`, { amount })}
      </p>
    </div>
  );
}

function Orders({ label, orders }: { label: string; orders: Outlook }) {
  return (
    <tbody>
      <tr>
        <th colSpan={5} scope="rowgroup">
          {label}
        </th>
      </tr>
      {orders.map(({ id, name, units, cost }) => (
        <tr key={id}>
          <td>{name}</td>
          <td data-align="end">{units}</td>
          {(['goods', 'freight', 'total'] as const).map((part) => (
            <td key={part} data-align="end">
              <MoneyCell money={cost && { amount: cost[part], currency: cost.currency }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
