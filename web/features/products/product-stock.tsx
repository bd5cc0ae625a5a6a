import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '#web/components/session.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import type { AnswerOf } from '#contract/endpoint.ts';
import classes from './products.module.css';

type ProductStockItem = AnswerOf<Contract['products']['stock']>[number];

/** What there is of each item that the product consists of, one's own by warehouse and what the provider keeps. */
export function ProductStock({ productId }: { productId: string }) {
  const { t } = useTranslation('products');
  const { data, error, refetch } = useApiQuery(api.products.stock, { params: { id: productId } });
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data?.length === 0) return <p className={classes.lead}>{t('stock.unmapped')}</p>;
  return (
    <PlainTable label={t('drawer.stock')}>
      <thead>
        <tr>
          <th scope="col">{t('prices.item')}</th>
          <th scope="col">{t('stock.warehouse')}</th>
          <th scope="col" data-align="end">
            {t('stock.available')}
          </th>
          <th scope="col" data-align="end">
            {t('stock.reserved')}
          </th>
        </tr>
      </thead>
      {data?.map((item) => (
        <StockItem key={item.sku.id} item={item} />
      ))}
    </PlainTable>
  );
}

function StockItem({ item: { sku, variants, low, own, shared } }: { item: ProductStockItem }) {
  const { t } = useTranslation('products');
  const mayStock = useMay()('stock', 'view');
  const shelves = [
    ...own.map((level) => ({
      key: `own ${level.warehouse.id}`,
      name: level.warehouse.name,
      whose: t('stock.own'),
      available: level.available,
      held: level.occupied + level.committed,
    })),
    ...shared.map((level) => ({
      key: `shared ${level.warehouse.id}`,
      name: level.warehouse.name,
      whose: t('stock.shared'),
      available: level.available,
      held: null,
    })),
  ];
  const [first, ...rest] = shelves;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" rowSpan={Math.max(shelves.length, 1)}>
          {mayStock && own.length > 0 ? (
            <Anchor component={Link} to={withQuery(paths.stock, { q: sku.code })} inherit>
              {sku.title}
            </Anchor>
          ) : (
            sku.title
          )}
          <span className={classes.muted}>
            {sku.code} · {t('stock.variants', { count: variants })} · {t('stock.lead', { count: sku.lead_days })}
          </span>
          {sku.status === 'discontinued' && <StatusChip tone="amber" label={t('stock.discontinued')} />}
          {low && <StatusChip tone="amber" label={t('stock.states.low')} />}
        </th>
        {first ? <Shelf shelf={first} /> : <td colSpan={3}>{t('stock.none')}</td>}
      </tr>
      {rest.map((shelf) => (
        <tr key={shelf.key}>
          <Shelf shelf={shelf} />
        </tr>
      ))}
    </tbody>
  );
}

type ShelfFacts = { name: string; whose: string; available: number; held: number | null };

function Shelf({ shelf }: { shelf: ShelfFacts }) {
  return (
    <>
      <td>
        {shelf.name}
        <span className={classes.muted}>{shelf.whose}</span>
      </td>
      <td data-align="end">{shelf.available}</td>
      <td data-align="end">{shelf.held ?? '–'}</td>
    </>
  );
}
