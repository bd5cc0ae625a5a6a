import { Anchor } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import { usualRefillDays } from '#contract/stock-rules.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { Picture } from '#web/components/picture.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatNumber } from '#web/lib/format.ts';
import type { Column } from '#web/ui/column.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import type { Level, Movement } from './stock-types.ts';

type Counted =
  | 'incoming'
  | 'on_hand'
  | 'occupied'
  | 'committed'
  | 'available'
  | 'damaged'
  | 'sold_7'
  | 'sold_30'
  | 'variants';

const identity = (t: TFunction<'stock'>): Column<Level> => ({
  id: 'sku',
  header: t('columns.sku'),
  main: true,
  cell: ({ sku, warehouse }) => (
    <Identity
      picture={<Picture url={sku.picture_url} />}
      title={sku.title}
      detail={`${sku.code} · ${t('inWarehouse', warehouse)}`}
    />
  ),
});

const count = (t: TFunction<'stock'>, id: Counted, more: Partial<Column<Level>> = {}): Column<Level> => ({
  id,
  header: t(`columns.${id}`),
  align: 'end',
  card: 'hidden',
  cell: ({ [id]: units }) => (units === null ? '–' : formatNumber(units)),
  ...more,
});

/** Columns of the levels; of a past day only what the journal knows. */
export function levelColumns(t: TFunction<'stock'>, asOf: string | undefined): Column<Level>[] {
  const known = [
    identity(t),
    count(t, 'on_hand', { card: 'fact' }),
    count(t, 'available', { card: 'fact' }),
    count(t, 'damaged', { from: 1280 }),
  ];
  if (asOf) return known;
  return [
    identity(t),
    { id: 'state', header: t('columns.state'), cell: (level) => <LevelState level={level} t={t} /> },
    count(t, 'on_hand', { card: 'fact', cell: (level) => <OnHand level={level} t={t} /> }),
    count(t, 'occupied', { from: 1440 }),
    count(t, 'committed', { from: 1440 }),
    count(t, 'available', { card: 'fact' }),
    count(t, 'incoming', {
      from: 1280,
      cell: ({ incoming, eta }) => {
        if (incoming === 0) return '–';
        const units = formatNumber(incoming);
        return eta === null ? units : <Identity title={units} detail={t('expectedOn', { day: eta })} />;
      },
    }),
    count(t, 'damaged', { from: 1680 }),
    count(t, 'sold_7', {
      from: 1680,
      cell: ({ sold_7, sold_7_everywhere }) => <Sold here={sold_7} everywhere={sold_7_everywhere} t={t} />,
    }),
    count(t, 'sold_30', {
      from: 1280,
      cell: ({ sold_30, sold_everywhere }) => <Sold here={sold_30} everywhere={sold_everywhere} t={t} />,
    }),
    {
      id: 'cover',
      header: t('columns.cover'),
      align: 'end',
      card: 'fact',
      cell: ({ cover_days, sold_30 }) => {
        if (cover_days === null) return '–';
        const days = t('days', { count: cover_days });
        return sold_30 === null ? <Identity title={days} detail={t('allWarehouses')} /> : days;
      },
    },
    {
      id: 'value',
      header: t('columns.value'),
      align: 'end',
      from: 1280,
      card: 'hidden',
      cell: ({ value, currency }) => <MoneyCell money={{ amount: value, currency }} />,
    },
    {
      id: 'ages',
      header: t('columns.ages'),
      align: 'end',
      from: 1680,
      card: 'hidden',
      cell: ({ ages }) => ages.join(' · '),
    },
    count(t, 'variants', { from: 1680 }),
  ];
}

/** What lies there, and how much of it is damaged: those units are not available. */
function OnHand({ level: { on_hand, damaged }, t }: { level: Level; t: TFunction<'stock'> }) {
  if (damaged === 0) return formatNumber(on_hand);
  return <Identity title={formatNumber(on_hand)} detail={t('ofDamaged', { count: damaged })} />;
}

/** A SKU in several warehouses is sold from all of them: its sales are no shelf's own, and what is left lasts together. */
function Sold({ here, everywhere, t }: { here: number | null; everywhere: number; t: TFunction<'stock'> }) {
  if (here !== null) return formatNumber(here);
  return <Identity title={formatNumber(everywhere)} detail={t('allWarehouses')} />;
}

/** Whether there is enough, by the client's threshold and by how long it lasts, with which of them it was. */
function LevelState({ level, t }: { level: Level; t: TFunction<'stock'> }) {
  const { low, running_out, low_threshold, lead_days } = level;
  if (low || running_out) {
    const reason = low
      ? t('lowBecause.threshold', { count: low_threshold ?? 0 })
      : t('lowBecause.cover', { count: lead_days ?? usualRefillDays });
    return <Identity title={<StatusChip tone="amber" label={t('states.low')} />} detail={reason} />;
  }
  if (level.available === 0) return <StatusChip tone="grey" label={t('states.none')} />;
  return <StatusChip tone="green" label={t('states.enough')} />;
}

/** Pages of what a movement was for; absent where the reader has none. */
export type DocumentPages = Partial<Record<NonNullable<Movement['subject']>['kind'], string>>;
type ReasonProps<Row extends Movement> = { movement: Row; pages: (movement: Row) => DocumentPages };

/** What a movement was for, with a link where the reader has its page, and why. */
function MovementReason<Row extends Movement>({ movement, pages }: ReasonProps<Row>) {
  const { reference, subject, reason } = movement;
  const page = subject !== null && pages(movement)[subject.kind];
  if (reference === '') return reason || '–';
  return (
    <>
      {page ? (
        <Anchor component={Link} to={page} inherit>
          {reference}
        </Anchor>
      ) : (
        reference
      )}
      {reason !== '' && ` · ${reason}`}
    </>
  );
}

const signed = (units: number) => formatNumber(units, 'en', { signDisplay: 'exceptZero' });

/** Columns of the journal. */
export function movementColumns<Row extends Movement>(
  t: TFunction<'stock'>,
  pages: (movement: Row) => DocumentPages,
): Column<Row>[] {
  return [
    {
      id: 'sku',
      header: t('columns.sku'),
      main: true,
      cell: ({ sku, warehouse }) => (
        <Identity
          picture={<Picture url={sku.picture_url} />}
          title={sku.title}
          detail={`${sku.code} · ${t('inWarehouse', warehouse)}`}
        />
      ),
    },
    { id: 'at', header: t('columns.at'), card: 'fact', cell: ({ at }) => <TimeCell time={at} /> },
    { id: 'kind', header: t('columns.kind'), card: 'fact', cell: ({ kind }) => t(`kinds.${kind}`) },
    { id: 'qty', header: t('columns.qty'), align: 'end', card: 'fact', cell: ({ qty }) => signed(qty) },
    {
      id: 'damaged_qty',
      header: t('columns.damaged'),
      align: 'end',
      from: 1280,
      card: 'hidden',
      cell: ({ damaged_qty }) => (damaged_qty === 0 ? '–' : signed(damaged_qty)),
    },
    {
      id: 'balance',
      header: t('columns.balance'),
      align: 'end',
      card: 'hidden',
      cell: ({ balance_after }) => formatNumber(balance_after),
    },
    {
      id: 'reason',
      header: t('columns.reason'),
      wraps: true,
      card: 'words',
      cell: (movement) => <MovementReason movement={movement} pages={pages} />,
    },
    { id: 'actor', header: t('columns.actor'), from: 1280, card: 'hidden', cell: ({ actor }) => actor ?? '–' },
  ];
}
