import type { TFunction } from 'i18next';
import { Picture } from '#web/components/picture.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { Amount } from '#web/ui/amount.tsx';
import type { Column } from '#web/ui/column.ts';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import type { OfferedProduct, StaffProduct } from './catalog-types.ts';

type Texts = TFunction<'catalog'>;

const tones: Record<OfferedProduct['status'], StatusTone> = { active: 'green', low: 'amber', discontinued: 'red' };

/** Whether a thing can be had. */
export function StatusOf({ t, status }: { t: Texts; status: OfferedProduct['status'] }) {
  return <StatusChip tone={tones[status]} label={t(`status.${status}`)} />;
}

const weightText = (t: Texts, { weight_min, weight_max }: StaffProduct | OfferedProduct) =>
  weight_min === weight_max ? t('grams', { grams: weight_min }) : t('gramsRange', { from: weight_min, to: weight_max });

function shared<Row extends StaffProduct | OfferedProduct>(t: Texts): Column<Row>[] {
  return [
    {
      id: 'product',
      header: t('columns.product'),
      main: true,
      cell: (product) => (
        <Identity
          picture={<Picture url={product.picture_url} />}
          title={product.title}
          detail={[product.code, product.category].filter(Boolean).join(' · ')}
        />
      ),
    },
    {
      id: 'status',
      header: t('columns.status'),
      card: 'fact',
      cell: (product) => <StatusOf t={t} status={product.status} />,
    },
    { id: 'skus', header: t('columns.skus'), align: 'end', card: 'fact', cell: (product) => product.skus },
    {
      id: 'weight',
      header: t('columns.weight'),
      align: 'end',
      card: 'hidden',
      sort: 'weight',
      cell: (product) => weightText(t, product),
    },
    {
      id: 'lead',
      header: t('columns.lead'),
      align: 'end',
      card: 'fact',
      sort: 'lead',
      cell: (product) => t('days', { count: product.lead_days }),
    },
  ];
}

/** Columns of the catalogue for merchants: with their own price. */
export function catalogColumns(t: Texts, language: string): Column<OfferedProduct>[] {
  return [
    ...shared<OfferedProduct>(t),
    {
      id: 'price',
      header: t('columns.price'),
      align: 'end',
      card: 'fact',
      cell: ({ price_min, price_max }) => {
        if (!price_min || !price_max) return t('noPrice');
        const [low, high] = [formatMoney(price_min, language), formatMoney(price_max, language)];
        return <Amount text={low === high ? low : `${low} – ${high}`} />;
      },
    },
  ];
}

/** Columns of the catalogue for staff: with whom it is made for. */
export function staffQuoteColumns(t: Texts): Column<StaffProduct>[] {
  return [
    ...shared<StaffProduct>(t),
    {
      id: 'client',
      header: t('columns.client'),
      card: 'hidden',
      cell: ({ client }) => client?.name ?? t('allClients'),
    },
  ];
}
