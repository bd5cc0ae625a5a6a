import { Anchor } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { invoiceTones } from '#web/components/money-tones.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { CreditNote, Invoice, ListedOrder } from './invoices-types.ts';
import { CreditNotePdf, InvoicePdf, OrderInvoicePdf } from './pdf-buttons.tsx';

/** An invoice's state as a chip. */
export function InvoiceState({ invoice, t }: { invoice: Pick<Invoice, 'status'>; t: TFunction<'invoices'> }) {
  return <StatusChip tone={invoiceTones[invoice.status]} label={t(`statuses.${invoice.status}`)} />;
}

/** What an invoice is about: its kind, or the stock order with the part of it that is billed. */
export function subjectOf({ kind, stock_order }: Pick<Invoice, 'kind' | 'stock_order'>, t: TFunction<'invoices'>) {
  if (stock_order === null) return t(`kinds.${kind}`);
  return `${t(`parts.${stock_order.part}`)} · ${stock_order.number}`;
}

/** Columns of the invoice list. */
export function invoiceColumns(t: TFunction<'invoices'>): Column<Invoice>[] {
  const money = (invoice: Invoice, amount: number, tone?: 'strong') => (
    <MoneyCell money={{ amount, currency: invoice.currency }} {...(tone && { tone })} />
  );
  return [
    {
      id: 'number',
      header: t('columns.number'),
      main: true,
      cell: (invoice) => <Identity title={invoice.number} detail={subjectOf(invoice, t)} />,
    },
    {
      id: 'status',
      header: t('columns.status'),
      card: 'fact',
      cell: (invoice) => <Status invoice={invoice} t={t} />,
    },
    {
      id: 'issued',
      header: t('columns.issued'),
      card: 'fact',
      cell: (invoice) => <TimeCell time={invoice.issued_at} />,
    },
    {
      id: 'orders',
      header: t('columns.orders'),
      align: 'end',
      card: 'fact',
      cell: (invoice) => (invoice.kind === 'orders' ? invoice.orders : '–'),
    },
    {
      id: 'units',
      from: 1440,
      header: t('columns.units'),
      align: 'end',
      card: 'hidden',
      cell: (invoice) => invoice.units ?? '–',
    },
    {
      id: 'period',
      from: 1680,
      header: t('columns.period'),
      card: 'hidden',
      cell: periodText,
    },
    {
      id: 'goods',
      header: t('columns.goods'),
      align: 'end',
      card: 'hidden',
      cell: (invoice) => money(invoice, invoice.goods),
    },
    {
      id: 'freight',
      header: t('columns.freight'),
      align: 'end',
      card: 'hidden',
      cell: (invoice) => money(invoice, invoice.freight),
    },
    {
      id: 'fees',
      from: 1280,
      header: t('columns.fees'),
      align: 'end',
      card: 'hidden',
      cell: (invoice) => money(invoice, invoice.fees),
    },
    {
      id: 'total',
      header: t('columns.total'),
      align: 'end',
      card: 'fact',
      cell: (invoice) => <Total invoice={invoice} t={t} />,
    },
    {
      id: 'paid',
      from: 1680,
      header: t('columns.paid'),
      card: 'hidden',
      cell: ({ paid_at }) => (paid_at === null ? '–' : <TimeCell time={paid_at} />),
    },
    {
      id: 'pdf',
      from: 1440,
      header: t('columns.pdf'),
      card: 'hidden',
      cell: (invoice) => <InvoicePdf id={invoice.id} number={invoice.number} />,
    },
  ];
}

/** The state, and until when an unpaid invoice of orders can be paid. */
function Status({ invoice, t }: { invoice: Invoice; t: TFunction<'invoices'> }) {
  const { status, price_valid_until } = invoice;
  const state = <InvoiceState invoice={invoice} t={t} />;
  if (status !== 'open' || price_valid_until === null) return state;
  return (
    <Identity title={state} detail={t('columns.validUntil', { time: formatTime(price_valid_until, 'y-m-d h:i') })} />
  );
}

/** The days on which its orders were placed. */
function periodText({ orders_from, orders_to }: Invoice): string {
  if (orders_from === null || orders_to === null) return '–';
  const [first, last] = [formatDate(orders_from), formatDate(orders_to)];
  return first === last ? first : `${first} – ${last}`;
}

/** What the invoice comes to, and below it what credit notes gave back. */
function Total({ invoice, t }: { invoice: Invoice; t: TFunction<'invoices'> }) {
  const { currency, total, credited, credit_notes } = invoice;
  const amount = <MoneyCell money={{ amount: total, currency }} tone="strong" />;
  if (credited === 0) return amount;
  return (
    <Identity
      title={amount}
      wraps
      detail={
        <>
          <MoneyCell money={{ amount: -credited, currency }} /> · {creditNames(t, credit_notes)}
        </>
      }
    />
  );
}

/** The one credit note by its number, several by their count. */
const creditNames = (t: TFunction<'invoices'>, notes: Invoice['credit_notes']) =>
  notes.length === 1 ? notes[0]?.number : t('creditNotes', { count: notes.length });

/** Columns of the list of credit notes. */
export function creditNoteColumns(t: TFunction<'invoices'>): Column<CreditNote>[] {
  return [
    {
      id: 'number',
      header: t('credit.number'),
      main: true,
      cell: (note) => <Identity title={note.number} detail={note.order?.name} />,
    },
    { id: 'invoice', header: t('columns.number'), card: 'fact', cell: (note) => note.invoice.number },
    { id: 'reason', header: t('credit.reason'), card: 'words', cell: (note) => note.reason },
    { id: 'issued', header: t('credit.issued'), card: 'fact', cell: (note) => <TimeCell time={note.issued_at} /> },
    {
      id: 'amount',
      header: t('credit.amount'),
      align: 'end',
      card: 'fact',
      cell: ({ amount, currency }) => <MoneyCell money={{ amount: -amount, currency }} />,
    },
    {
      id: 'pdf',
      header: t('columns.pdf'),
      card: 'hidden',
      cell: (note) => <CreditNotePdf id={note.id} number={note.number} label="PDF" />,
    },
  ];
}

/** Columns of the list of billed orders. */
export function billedOrderColumns(t: TFunction<'invoices'>): Column<ListedOrder>[] {
  return [
    { id: 'number', header: t('columns.orderInvoice'), main: true, cell: (bill) => <Identity title={bill.number} /> },
    {
      id: 'order',
      header: t('columns.order'),
      card: 'fact',
      cell: ({ order }) => (
        <Identity
          title={
            <Anchor component={Link} to={withQuery(paths.orders, { order: order.id })} inherit>
              {order.name}
            </Anchor>
          }
          detail={order.store}
        />
      ),
    },
    {
      id: 'invoice',
      header: t('columns.number'),
      card: 'fact',
      cell: ({ id, invoice, issued_at }) => (
        <Identity
          title={
            <Anchor
              component={Link}
              to={withQuery(paths.invoices, { list: 'orders', bill: id, invoice: invoice.id })}
              inherit
            >
              {invoice.number}
            </Anchor>
          }
          detail={formatDate(issued_at)}
        />
      ),
    },
    { id: 'items', header: t('columns.items'), card: 'hidden', cell: (bill) => <Items bill={bill} t={t} /> },
    { id: 'channel', header: t('columns.channel'), card: 'fact', cell: ({ channel }) => channel ?? '–' },
    {
      id: 'weight',
      from: 1280,
      header: t('columns.weight'),
      align: 'end',
      card: 'hidden',
      cell: ({ weight_g: grams }) => (grams === null ? '–' : t('weight', { grams })),
    },
    { id: 'tracking', header: t('columns.tracking'), card: 'hidden', cell: (bill) => <Tracking bill={bill} t={t} /> },
    {
      id: 'amount',
      header: t('columns.amount'),
      align: 'end',
      card: 'fact',
      cell: ({ total, currency }) => <MoneyCell money={{ amount: total, currency }} tone="strong" />,
    },
    {
      id: 'pdf',
      from: 1440,
      header: t('columns.pdf'),
      card: 'hidden',
      cell: ({ id, number }) => <OrderInvoicePdf id={id} number={number} />,
    },
  ];
}

/** The goods of the bill with their units, the first ones by their SKU, and how many lines of goods it has besides. */
function Items({ bill: { items, items_count }, t }: { bill: ListedOrder; t: TFunction<'invoices'> }) {
  const [item, ...others] = items;
  if (item === undefined) return '–';
  const unitsOf = ({ sku, quantity: units }: typeof item) => t('itemUnits', { sku, units });
  const left = items_count - items.length;
  const more = [...others.map(unitsOf), ...(left > 0 ? [t('more', { count: left })] : [])];
  return <Identity title={unitsOf(item)} detail={more.length > 0 ? more.join(' · ') : item.title} />;
}

/** The first parcel of the order, and how many more there are. */
function Tracking({ bill: { tracking }, t }: { bill: ListedOrder; t: TFunction<'invoices'> }) {
  const [parcel, ...more] = tracking;
  if (parcel === undefined) return '–';
  const { carrier, number, url } = parcel;
  return (
    <Identity
      title={
        url === null ? (
          number
        ) : (
          <Anchor href={url} target="_blank" rel="noopener noreferrer" inherit>
            {number}
          </Anchor>
        )
      }
      detail={[carrier, more.length > 0 && t('more', { count: more.length })].filter(Boolean).join(' · ')}
    />
  );
}
