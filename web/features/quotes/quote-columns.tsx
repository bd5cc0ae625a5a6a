import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DeliverySpan } from '#web/components/delivery-days.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { Picture } from '#web/components/picture.tsx';
import { formatDate, formatDue } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import { DueCell, isAwaited } from './due-clock.tsx';
import { QuoteStatus } from './quote-status.tsx';
import classes from './quotes.module.css';
import type { Quote, StaffQuote } from './quotes-types.ts';
import { MoneySpan, TargetPrice } from './target-price.tsx';

const shown = 4;

function Destinations({ codes, more }: { codes: readonly string[]; more: string }) {
  return (
    <>
      {codes.slice(0, shown).join(' ')}
      {codes.length > shown && ` ${more}`}
    </>
  );
}

function identity(t: TFunction<'quotes'>): Column<Quote> {
  return {
    id: 'quote',
    header: t('columns.quote'),
    main: true,
    cell: (quote) => (
      <Identity
        picture={<Picture url={quote.picture_url} />}
        title={quote.title}
        detail={
          <>
            {quote.number}
            {quote.unread > 0 ? (
              <span className={classes.unread}>{t('unread', { count: quote.unread })}</span>
            ) : (
              ` · ${t('variants', { count: quote.variants })}`
            )}
          </>
        }
      />
    ),
  };
}

function facts(t: TFunction<'quotes'>): Column<Quote>[] {
  return [
    {
      id: 'destinations',
      from: 1280,
      header: t('columns.destinations'),
      card: 'hidden',
      cell: (quote) => (
        <Destinations codes={quote.destinations} more={t('more', { count: quote.destinations.length - shown })} />
      ),
    },
    {
      id: 'target',
      from: 1280,
      header: t('columns.target'),
      align: 'end',
      card: 'hidden',
      cell: (quote) => <TargetPrice quote={quote} />,
    },
    {
      id: 'price',
      header: t('columns.price'),
      align: 'end',
      card: 'fact',
      cell: (quote) => <MoneySpan from={quote.price_min} to={quote.price_max} currency={quote.currency} />,
    },
    {
      id: 'landed',
      from: 1440,
      header: t('columns.landed'),
      align: 'end',
      card: 'hidden',
      cell: ({ landed, currency }) => (
        <MoneyCell money={landed === null ? null : { amount: landed.amount, currency }} />
      ),
    },
    {
      id: 'transit',
      from: 1680,
      header: t('columns.transit'),
      card: 'hidden',
      cell: ({ landed }) => (landed === null ? '–' : <DeliverySpan days={landed.days} />),
    },
    { id: 'waiting', header: t('columns.waiting'), align: 'end', card: 'fact', cell: (quote) => quote.orders_waiting },
  ];
}

/** Where a quote stands, and until when an answer is promised while one is. */
function StatusWithReply({ quote }: { quote: Quote }) {
  const { t, i18n } = useTranslation('quotes');
  const now = useNow();
  const status = <QuoteStatus status={quote.status} />;
  if (!isAwaited(quote)) return status;
  const isLate = Date.parse(quote.sla_due_at) < now.getTime();
  const reply = isLate ? t('replyLate') : t('replyBy', { time: formatDue(quote.sla_due_at, now, i18n.language) });
  return <Identity title={status} detail={reply} />;
}

/** Columns of the merchant's list. */
export function quoteColumns(t: TFunction<'quotes'>): Column<Quote>[] {
  return [
    identity(t),
    { id: 'status', header: t('columns.status'), card: 'fact', cell: (quote) => <StatusWithReply quote={quote} /> },
    ...facts(t),
    {
      id: 'until',
      header: t('columns.until'),
      card: 'fact',
      cell: (quote) => (quote.valid_until === null ? '–' : formatDate(quote.valid_until)),
    },
    {
      id: 'due',
      from: 1680,
      header: t('columns.due'),
      card: 'hidden',
      sort: 'due',
      cell: (quote) => <DueCell quote={quote} />,
    },
    { id: 'agent', header: t('detail.agent'), optional: true, card: 'hidden', cell: (quote) => quote.agent ?? '–' },
    {
      id: 'source',
      header: t('detail.source'),
      optional: true,
      card: 'hidden',
      cell: (quote) => t(`source.${quote.source}`),
    },
    {
      id: 'store',
      header: t('detail.store'),
      optional: true,
      card: 'hidden',
      cell: (quote) => quote.store?.name ?? '–',
    },
  ];
}

/** Staff’s list has the client and the clock as well: what is cut otherwise shows in wider windows only. */
const staffWidths: Record<string, Pick<Column<Quote>, 'from'>> = { landed: { from: 1680 }, price: { from: 1280 } };

/** Columns of the staff list. */
export function staffQuoteColumns(t: TFunction<'quotes'>): Column<StaffQuote>[] {
  return [
    identity(t),
    {
      id: 'client',
      header: t('columns.client'),
      card: 'fact',
      cell: (quote) => <Identity title={quote.client.name} detail={quote.client.number} />,
    },
    { id: 'due', header: t('columns.due'), card: 'fact', cell: (quote) => <DueCell quote={quote} /> },
    {
      id: 'status',
      header: t('columns.status'),
      card: 'fact',
      cell: (quote) => <QuoteStatus status={quote.status} staff />,
    },
    { id: 'agent', from: 1680, header: t('detail.agent'), card: 'hidden', cell: (quote) => quote.agent ?? '–' },
    ...facts(t).map((fact) => ({ ...fact, ...staffWidths[fact.id] })),
  ];
}
