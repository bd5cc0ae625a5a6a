import { DaySpan } from '#web/components/delivery-days.tsx';
import { Anchor } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { countryName } from '#web/lib/countries.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import classes from './products.module.css';

/** The product's prices by item, destination and channel: current ones first, then ended ones. */
export function ProductPrices({ productId }: { productId: string }) {
  const { t, i18n } = useTranslation('products');
  const { data, error, refetch } = useApiQuery(api.products.prices, { params: { id: productId } });
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data?.length === 0) return <p className={classes.lead}>{t('prices.none')}</p>;
  return (
    <PlainTable label={t('drawer.prices')}>
      <thead>
        <tr>
          <th scope="col">{t('prices.item')}</th>
          <th scope="col">{t('prices.to')}</th>
          <th scope="col" data-align="end">
            {t('prices.unit')}
          </th>
          <th scope="col">{t('prices.since')}</th>
        </tr>
      </thead>
      <tbody>
        {data?.map((price) => (
          <tr key={price.id} data-ended={price.valid_to !== null}>
            <td>
              {price.sku.title}
              <span className={classes.muted}>{price.sku.code}</span>
            </td>
            <td>
              {countryName(price.destination, i18n.language)}
              <span className={classes.muted}>
                {price.channel} · <DaySpan min={price.days_min} max={price.days_max} /> · {price.tax_mode}
              </span>
            </td>
            <td data-align="end">
              <MoneyCell money={price.unit_price} />
            </td>
            <td>
              <TimeCell time={price.valid_from} />
              {price.valid_to !== null && (
                <span className={classes.muted}>
                  <Trans t={t} i18nKey="prices.ended" components={{ time: <TimeCell time={price.valid_to} /> }} />
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}

/** Quotes that were requested for the product. */
export function ProductQuotes({ productId }: { productId: string }) {
  const { t } = useTranslation('products');
  const { data, error, refetch } = useApiQuery(api.products.quotes, { params: { id: productId } });
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data?.length === 0) return <p className={classes.lead}>{t('quotes.none')}</p>;
  return (
    <ul className={classes.plainList}>
      {data?.map((quote) => (
        <li key={quote.id}>
          <Anchor component={Link} to={withQuery(paths.quotes, { quote: quote.id })} inherit>
            {quote.number}
          </Anchor>{' '}
          · {t(`quotes.statuses.${quote.status}`)} · <TimeCell time={quote.created_at} />
        </li>
      ))}
    </ul>
  );
}
