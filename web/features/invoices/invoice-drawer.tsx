import { Anchor, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, formatMoney, formatTime } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { DetailDrawer, DetailSection, DetailSkeleton } from '#web/ui/detail-drawer.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { isDisputable } from '#contract/line-dispute-rules.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { OnlyClient } from '#web/components/only-client.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { useMay } from '#web/components/session.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { InvoiceState } from './invoice-columns.tsx';
import { PayInvoice, PendingApproval } from './invoice-pay.tsx';
import type { InvoiceDetail, InvoiceLine, BilledOrder as Order } from './invoices-types.ts';
import { hasEnded } from './ended-mark.tsx';
import classes from './invoices.module.css';
import { inputLines } from './line-inputs.tsx';
import { Validity } from './invoice-validity.tsx';
import { LineDispute } from '#web/features/line-disputes/index.ts';
import {
  CreditNotePdf,
  CreditNoteUbl,
  InvoicePdfButton,
  InvoiceUblButton,
  IssuedPdfButton,
  ReceiptButton,
} from './pdf-buttons.tsx';

/** Orders that show before "show all": an invoice may hold a thousand. */
const firstOrders = 20;

/** One invoice: what it costs, its orders and lines, then who and when. */
export function InvoiceDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('invoices');
  const query = useApiQuery(api.invoices.get, id === undefined ? null : { params: { id } });
  const invoice = query.data;
  return (
    <DetailDrawer
      opened={id !== undefined}
      onClose={onClose}
      title={invoice?.number ?? t('title')}
      state={invoice && <InvoiceState invoice={invoice} t={t} />}
      action={
        invoice && (
          <Group gap={8}>
            <PayInvoice invoice={invoice} />
            <Button component={Link} to={withQuery(paths.clientInvoice, { id: invoice.id })} variant="default">
              {t('print.link')}
            </Button>
            <InvoicePdfButton id={invoice.id} />
            {paidLater(invoice) && <ReceiptButton id={invoice.id} />}
            {hasEnded(invoice) ? <IssuedPdfButton id={invoice.id} /> : <InvoiceUblButton id={invoice.id} />}
          </Group>
        )
      }
    >
      {invoice && <Content key={invoice.id} invoice={invoice} />}
      {!invoice &&
        (query.error === null ? (
          <DetailSkeleton />
        ) : (
          <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
        ))}
    </DetailDrawer>
  );
}

/** Whether its own paper says nothing of its payment. */
const paidLater = ({ paid_at, issued_at, ledger_seq }: InvoiceDetail) =>
  paid_at !== null && ledger_seq !== null && paid_at !== issued_at;

/** Where a stock order opens. */
export const stockOrderPath = (id: string) => withQuery(paths.stock, { tab: 'stocking', stocking: id });

/** What the invoice is about, and what must be paid before it. */
function Subject({ invoice: { stock_order: stock, pay_first } }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation('invoices');
  const mayOpen = useMay()('stock', 'view');
  if (stock === null) return null;
  const name = t('stockOrder', { number: stock.number });
  return (
    <p className={classes.subject}>
      {t(`parts.${stock.part}`)} ·{' '}
      {mayOpen ? (
        <Anchor component={Link} to={stockOrderPath(stock.id)} inherit>
          {name}
        </Anchor>
      ) : (
        name
      )}
      {pay_first !== null && (
        <>
          {' · '}
          <Anchor component={Link} to={withQuery(paths.invoices, { invoice: pay_first.id })} inherit>
            {t('pay.first', { number: pay_first.number })}
          </Anchor>
        </>
      )}
    </p>
  );
}

function Content({ invoice }: { invoice: InvoiceDetail }) {
  const { t, i18n } = useTranslation('invoices');
  const [all, setAll] = useState(false);
  const money = (amount: number) => formatMoney({ amount, currency: invoice.currency }, i18n.language);
  const { invoice_orders: orders } = invoice;
  const shown = all ? orders : orders.slice(0, firstOrders);
  return (
    <>
      <Subject invoice={invoice} />
      <PendingApproval invoice={invoice} />
      <Validity invoice={invoice} />
      {invoice.note !== null && (
        <DetailSection title={t('note')}>
          <p className={classes.note}>{invoice.note}</p>
        </DetailSection>
      )}
      {invoice.credits.length > 0 && <p className={classes.subject}>{t('pdf.asIssued')}</p>}
      {invoice.payable && <OnlyClient what="pay" />}
      <DetailSection title={t('sums')}>
        <Facts
          amounts
          facts={[
            { label: t('facts.goods'), value: money(invoice.goods) },
            { label: t('facts.freight'), value: money(invoice.freight) },
            { label: t('facts.fees'), value: money(invoice.fees) },
            { label: t('facts.total'), value: <strong>{money(invoice.total)}</strong> },
            ...(invoice.credited > 0
              ? [
                  { label: t('facts.credited'), value: money(-invoice.credited) },
                  { label: t('facts.net'), value: <strong>{money(invoice.total - invoice.credited)}</strong> },
                ]
              : []),
          ]}
        />
      </DetailSection>
      {invoice.credits.length > 0 && <Credits invoice={invoice} money={money} />}
      {invoice.items.length > 0 && (
        <DetailSection title={t('items')}>
          <Lines label={t('items')} lines={invoice.items} currency={invoice.currency} />
        </DetailSection>
      )}
      {orders.length > 0 && (
        <DetailSection title={t('billedOrders', { count: orders.length })}>
          {shown.map((order) => (
            <BilledOrder key={order.id} order={order} paid={invoice.paid_at !== null} />
          ))}
          {shown.length < orders.length && (
            <Button variant="default" mt={12} onClick={() => setAll(true)}>
              {t('showAll', { count: orders.length })}
            </Button>
          )}
        </DetailSection>
      )}
      <DetailSection title={t('details')}>
        <Facts facts={documentFacts(invoice, (key) => t(`facts.${key}`))} />
      </DetailSection>
    </>
  );
}

/** What was given back of it: credit note, day, reason and amount. */
function Credits({ invoice, money }: { invoice: InvoiceDetail; money: (amount: number) => string }) {
  const { t } = useTranslation('invoices');
  return (
    <DetailSection title={t('creditNotes', { count: invoice.credits.length })}>
      <PlainTable label={t('creditNotes', { count: invoice.credits.length })}>
        <thead>
          <tr>
            <th>{t('credit.number')}</th>
            <th>{t('credit.issued')}</th>
            <th>{t('credit.reason')}</th>
            <th data-align="end" data-spare>
              {t('facts.entry')}
            </th>
            <th data-align="end">{t('credit.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {invoice.credits.map((credit) => (
            <tr key={credit.number}>
              <td>
                <CreditNotePdf id={credit.id} number={credit.number} />
                {' · '}
                <CreditNoteUbl id={credit.id} number={credit.number} />
              </td>
              <td data-whole>{formatDate(credit.issued_at)}</td>
              <td>{credit.reason}</td>
              <td data-align="end" data-spare>
                {credit.ledger_seq}
              </td>
              <td data-align="end">{money(-credit.amount)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </DetailSection>
  );
}

type FactKey = 'issued' | 'validUntil' | 'paid' | 'paidBy' | 'entry' | 'buyer' | 'seller';

function documentFacts(invoice: InvoiceDetail, name: (key: FactKey) => string): Fact[] {
  const { issued_at, paid_at, paid_by, ledger_seq, billed_to, seller } = invoice;
  const facts: (Fact | false)[] = [
    { label: name('issued'), value: formatTime(issued_at) },
    invoice.price_valid_until !== null && {
      label: name('validUntil'),
      value: formatTime(invoice.price_valid_until, 'y-m-d h:i'),
    },
    paid_at !== null && { label: name('paid'), value: formatTime(paid_at) },
    paid_by !== null && { label: name('paidBy'), value: paid_by },
    ledger_seq !== null && { label: name('entry'), value: ledger_seq },
    { label: name('buyer'), value: partyText(billed_to) },
    { label: name('seller'), value: partyText(seller) },
  ];
  return facts.filter((fact) => fact !== false);
}

/** Name first, then the address, as the snapshot holds them. */
function partyText(party: Record<string, unknown>): string {
  return [party.name, party.address].filter((part) => typeof part === 'string' && part !== '').join(', ');
}

/** One billed order with its lines and what each amount was computed from. */
function BilledOrder({ order, paid }: { order: Order; paid: boolean }) {
  const { t, i18n } = useTranslation('invoices');
  const money = (amount: number) => formatMoney({ amount, currency: order.currency }, i18n.language);
  const facts = [
    order.order.store,
    order.channel,
    order.weight_g === null ? null : t('weight', { grams: order.weight_g }),
  ];
  return (
    <article className={classes.order}>
      <div className={classes.orderHead}>
        <Anchor component={Link} to={withQuery(paths.orders, { order: order.order.id })} className={classes.orderName}>
          {order.order.name}
        </Anchor>
        <span className={classes.muted}>{facts.filter((fact) => fact !== null).join(' · ')}</span>
        <Anchor component={Link} to={withQuery(paths.invoiceOrderPdf, { id: order.id })} className={classes.muted}>
          {t('print.orderLink')}
        </Anchor>
        <span className={classes.orderTotal}>{money(order.total)}</span>
        {order.credited > 0 && (
          <span className={classes.orderCredited}>{t('orderCredited', { amount: money(order.credited) })}</span>
        )}
      </div>
      <Lines label={order.order.name} lines={order.lines} currency={order.currency} {...(paid && { of: order })} />
    </article>
  );
}

/** `of` is the billed order whose lines can be disputed. */
type LinesProps = { label: string; lines: readonly InvoiceLine[]; currency: string; of?: Order };

function Lines({ label, lines, currency, of }: LinesProps) {
  const { t } = useTranslation('invoices');
  return (
    <PlainTable label={label}>
      <thead>
        <tr>
          <th>{t('line.item')}</th>
          <th data-align="end">{t('line.quantity')}</th>
          <th data-align="end">{t('line.unit')}</th>
          <th data-align="end">{t('line.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.line} line={line} currency={currency} {...(of !== undefined && { of })} />
        ))}
      </tbody>
    </PlainTable>
  );
}

function Line({ line, currency, of }: { line: InvoiceLine; currency: string; of?: Order }) {
  const { t, i18n } = useTranslation('invoices');
  return (
    <tr>
      <td>
        {line.title}
        {line.sku !== null && <span className={classes.muted}> {line.sku}</span>}
        {inputLines(t, line, currency, i18n.language).map((text) => (
          <span key={text} className={classes.from}>
            {text}
          </span>
        ))}
        {of !== undefined && isDisputable(line) && (
          <LineDispute
            line={{
              invoice_id: of.invoice.id,
              invoice_order_id: of.id,
              order: of.order.name,
              line: line.line,
              amount: line.amount,
              currency,
            }}
          />
        )}
      </td>
      <td data-align="end">{line.quantity}</td>
      <td data-align="end">
        <MoneyCell money={{ amount: line.unit_amount, currency }} form="plain" />
      </td>
      <td data-align="end">
        <MoneyCell money={{ amount: line.amount, currency }} form="plain" />
      </td>
    </tr>
  );
}
