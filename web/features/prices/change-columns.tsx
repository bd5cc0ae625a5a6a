import { Picture } from '#web/components/picture.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { countryName } from '#web/lib/countries.ts';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import { pairRise } from './pair-rise.ts';
import { BeforeAfter, ChangeChip, percentText, type Texts } from './price-text.tsx';
import classes from './prices.module.css';
import type { Change, StaffChange, StaffPrice } from './prices-types.ts';

/** Columns of proposed prices. */
export function changeColumns(t: Texts, language: string): Column<Change>[] {
  return [
    {
      id: 'item',
      header: t('columns.item'),
      main: true,
      cell: ({ sku, destination, channel }) => (
        <Identity
          picture={<Picture url={sku.picture_url} />}
          title={sku.title}
          detail={`${sku.code} · ${countryName(destination, language)} · ${channel.name}`}
        />
      ),
    },
    {
      id: 'unit',
      header: t('columns.unit'),
      align: 'end',
      card: 'hidden',
      cell: (change) => <BeforeAfter change={change} part="unit_price" />,
    },
    {
      id: 'delivered',
      header: t('columns.delivered'),
      align: 'end',
      card: 'fact',
      cell: (change) => (
        <>
          <BeforeAfter change={change} part="delivered" />
          <span className={classes.muted}>
            {percentText(pairRise(change.old.delivered, change.new.delivered), language)}
          </span>
        </>
      ),
    },
    {
      id: 'from',
      header: t('columns.from'),
      card: 'fact',
      cell: ({ effective_at, proposal }) => (
        <>
          <TimeCell time={effective_at} />
          <span className={classes.muted}>{t(`reasons.${proposal.reason}`)}</span>
        </>
      ),
    },
    { id: 'orders', header: t('columns.orders'), align: 'end', card: 'fact', cell: ({ orders }) => orders },
    {
      id: 'status',
      header: t('columns.status'),
      card: 'fact',
      cell: ({ status }) => <ChangeChip status={status} t={t} />,
    },
    {
      id: 'number',
      header: t('columns.proposal'),
      from: 1440,
      card: 'hidden',
      cell: ({ proposal }) => proposal.number,
    },
  ];
}

/** The same for staff, with whose price it is. */
export function staffChangeColumns(t: Texts, language: string): Column<StaffChange>[] {
  const [first, ...rest] = changeColumns(t, language) as Column<StaffChange>[]; // a row of staff has all that a row has
  const others = rest.map((one) => {
    // beside the client, what it costs delivered says more in a small window
    if (one.id === 'unit') return { ...one, from: 1280 as const };
    return one.id === 'orders' ? { ...one, from: 1280 as const, card: 'hidden' as const } : one;
  });
  return first ? [first, clientColumn(t), ...others] : others;
}

/** Whose price it is; a long name takes two lines before an item's is cut. */
export const clientColumn = (t: Texts): Column<StaffChange | StaffPrice> => ({
  id: 'client',
  header: t('columns.client'),
  width: 'clamp(136px, 12vw, 200px)',
  wraps: true,
  card: 'fact',
  cell: ({ client }) => client.name,
});
