import { Anchor, Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { useMay } from '#web/components/session.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import classes from '../orders.module.css';

type Costs = AnswerOf<Contract['orders']['costs']>;

type OrderCostsProps = {
  orderId: string;
  /** What else can be done about the cost, in the row of its button. */
  children?: ReactNode;
};

/** Opens the order's cost to its lines, and each line to the price that it was computed from. */
export function OrderCosts({ orderId, children }: OrderCostsProps) {
  const { t } = useTranslation('orders');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <div className={classes.costActions}>
        {children}
        <Button variant="subtle" size="compact-sm" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {t(opened ? 'detail.hideCosts' : 'detail.showCosts')}
        </Button>
      </div>
      {opened && <CostLines orderId={orderId} />}
    </>
  );
}

function CostLines({ orderId }: { orderId: string }) {
  const { t } = useTranslation('orders');
  const mayPrices = useMay()('quotes', 'view');
  const { data, error, refetch } = useApiQuery(api.orders.costs, { params: { id: orderId } });
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.lines.length === 0) return <p className={classes.muted}>{t('detail.noCost')}</p>;
  return (
    <PlainTable label={t('detail.showCosts')}>
      <thead>
        <tr>
          <th>{t('detail.costOf')}</th>
          <th data-align="end">{t('detail.quantity')}</th>
          <th data-align="end">{t('detail.unitCost')}</th>
          <th data-align="end">{t('detail.total')}</th>
          {mayPrices && <th>{t('detail.price')}</th>}
        </tr>
      </thead>
      <tbody>
        {data.lines.map((line, index) => (
          <tr key={index}>
            <td>
              {line.title} {line.sku && <span className={classes.muted}>{line.sku}</span>}
            </td>
            <td data-align="end">{line.quantity}</td>
            <td data-align="end">
              <MoneyCell money={{ amount: line.unit_amount, currency: data.currency }} />
            </td>
            <td data-align="end">
              <MoneyCell money={{ amount: line.amount, currency: data.currency }} />
            </td>
            {mayPrices && (
              <td>
                <PriceLinks line={line} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}

function PriceLinks({ line }: { line: Costs['lines'][number] }) {
  const { t } = useTranslation('orders');
  if (line.price_ids.length === 0) return line.own_stock ? t('detail.ownStock') : '–';
  return line.price_ids.map((id, index) => (
    <Anchor key={id} component={Link} to={withQuery(paths.quotes, { tab: 'price_list', price: id })} inherit mr={8}>
      {line.price_ids.length > 1 ? t('detail.priceOf', { n: index + 1 }) : t('detail.openPrice')}
    </Anchor>
  ));
}
