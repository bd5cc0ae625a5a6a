import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import classes from './invoices.module.css';
import { inputLines } from './line-inputs.tsx';
import type { BilledOrder as Order, InvoiceLine } from './invoices-types.ts';

/** One billed order with its lines and what each amount was computed from. */
export function BilledOrder({ order }: { order: Order }) {
  const { t, i18n } = useTranslation('invoices');
  const facts = [
    order.order.store,
    order.channel,
    order.weight_g === null ? null : t('weight', { grams: order.weight_g }),
  ];
  return (
    <article className={classes.order}>
      <div className={classes.orderHead}>
        <Anchor component={Link} to={withQuery(paths.orders, { order: order.order.id })} className={classes.orderName}>
          {order.order.name}
        </Anchor>
        <span className={classes.muted}>{facts.filter((fact) => fact !== null).join(' · ')}</span>
        <Anchor component={Link} to={withQuery(paths.invoiceOrderPdf, { id: order.id })} className={classes.muted}>
          {t('print.orderLink')}
        </Anchor>
        <span className={classes.orderTotal}>
          {formatMoney({ amount: order.total, currency: order.currency }, i18n.language)}
        </span>
      </div>
      <table className={classes.lines}>
        <thead>
          <tr>
            <th>{t('line.item')}</th>
            <th className={classes.number}>{t('line.quantity')}</th>
            <th className={classes.number}>{t('line.unit')}</th>
            <th className={classes.number}>{t('line.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <Line key={line.line} line={line} currency={order.currency} />
          ))}
        </tbody>
      </table>
    </article>
  );
}

function Line({ line, currency }: { line: InvoiceLine; currency: string }) {
  const { t, i18n } = useTranslation('invoices');
  return (
    <tr>
      <td>
        {line.title}
        {line.sku !== null && <span className={classes.muted}> {line.sku}</span>}
        {inputLines(t, line, currency, i18n.language).map((text) => (
          <span key={text} className={classes.from}>
            {text}
          </span>
        ))}
      </td>
      <td className={classes.number}>{line.quantity}</td>
      <td className={classes.number}>
        <MoneyCell money={{ amount: line.unit_amount, currency }} form="plain" />
      </td>
      <td className={classes.number}>
        <MoneyCell money={{ amount: line.amount, currency }} form="plain" />
      </td>
    </tr>
  );
}
