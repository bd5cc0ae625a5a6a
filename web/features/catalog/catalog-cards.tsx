import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Picture } from '#web/components/picture.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { TableFooter } from '#web/ui/data-table-footer.tsx';
import { EmptyState, type EmptyStateProps } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ThinBar } from '#web/ui/progress.tsx';
import { StatusOf } from './catalog-columns.tsx';
import classes from './catalog.module.css';
import type { OfferedProduct } from './catalog-types.ts';
import type { TableQuery } from '#web/ui/data-table-props.ts';

type CardsProps = {
  label: string;
  query: TableQuery<OfferedProduct>;
  empty: EmptyStateProps;
  openId: string | undefined;
  onOpen: (product: OfferedProduct) => void;
  onAsk: ((product: OfferedProduct) => void) | undefined;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
};

/** The catalogue by its pictures: what it looks like, what it costs, and a way to a price. */
export function CatalogCards({ label, query, empty, openId, onOpen, onAsk, onPage, onPerPage }: CardsProps) {
  const { data, error, isFetching, refetch } = query;
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!data) return <div className={classes.waiting} aria-busy />;
  if (data.data.length === 0) return <EmptyState {...empty} />;
  return (
    <div aria-busy={isFetching}>
      <ThinBar active={isFetching} />
      <ul className={classes.cards} aria-label={label}>
        {data.data.map((product) => (
          <li key={product.id} className={classes.card} data-open={openId === product.id}>
            <CatalogCard product={product} onOpen={onOpen} onAsk={onAsk} />
          </li>
        ))}
      </ul>
      <TableFooter meta={data.meta} onPage={onPage} onPerPage={onPerPage} />
    </div>
  );
}

type CardProps = Pick<CardsProps, 'onOpen' | 'onAsk'> & { product: OfferedProduct };

function CatalogCard({ product, onOpen, onAsk }: CardProps) {
  const { t, i18n } = useTranslation('catalog');
  const { price_min, price_max, title } = product;
  const [low, high] = [price_min, price_max].map((price) => price && formatMoney(price, i18n.language));
  const price = low && high ? (low === high ? low : `–`) : t('noPrice');
  return (
    <>
      <button type="button" className={classes.photo} onClick={() => onOpen(product)} aria-label={t('open', { title })}>
        <Picture url={product.picture_url} size={160} />
      </button>
      <div className={classes.words}>
        <h3 className={classes.name} title={title}>
          {title}
        </h3>
        <strong>{price}</strong>
        <span className={classes.muted}>
          {[product.code, t('days', { count: product.lead_days }), t('moq', { count: product.moq })].join(' · ')}
        </span>
        <div>
          <StatusOf t={t} status={product.status} />
        </div>
      </div>
      {onAsk && (
        <Button
          variant="default"
          size="xs"
          m={12}
          mt={0}
          onClick={() => onAsk(product)}
          aria-label={t('requestQuoteFor', { title })}
        >
          {t('requestQuote')}
        </Button>
      )}
    </>
  );
}
