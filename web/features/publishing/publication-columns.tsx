import type { TFunction } from 'i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { Picture } from '#web/components/picture.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import classes from './publishing.module.css';
import type { Publication } from './publishing-types.ts';

const tones: Record<Publication['state'], StatusTone> = {
  waiting: 'blue',
  published: 'green',
  failed: 'red',
  removed: 'grey',
};

/** Columns of what was put into stores: what, where, for how much, and how it stands. */
export function publicationColumns(t: TFunction<'publishing'>): Column<Publication>[] {
  return [
    {
      id: 'product',
      header: t('columns.product'),
      main: true,
      cell: (row) => (
        <Identity
          picture={<Picture url={row.picture_url} />}
          title={row.title}
          detail={`${row.store.name} · ${t('variants', { count: row.variants })}`}
        />
      ),
    },
    {
      id: 'state',
      header: t('columns.state'),
      card: 'fact',
      cell: (row) => (
        <>
          <StatusChip tone={tones[row.state]} label={t(`states.${row.state}`)} />
          {row.reason !== null && <span className={classes.reason}>{row.reason}</span>}
        </>
      ),
    },
    {
      id: 'price',
      header: t('columns.price'),
      align: 'end',
      card: 'fact',
      cell: ({ price_min, price_max }) => (
        <>
          <MoneyCell money={price_min} />
          {price_max.amount > price_min.amount && (
            <>
              {' – '}
              <MoneyCell money={price_max} />
            </>
          )}
        </>
      ),
    },
    { id: 'author', header: t('columns.author'), card: 'fact', cell: (row) => row.author ?? '–' },
    {
      id: 'created',
      header: t('columns.created'),
      card: 'fact',
      cell: (row) => <TimeCell time={row.published_at ?? row.created_at} />,
    },
  ];
}
