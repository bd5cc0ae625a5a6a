import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatMoney, formatTime } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { BilledOrder } from './billed-order.tsx';
import { InvoiceState } from './invoice-columns.tsx';
import type { InvoiceDetail } from './invoices-types.ts';

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
          <Button component={Link} to={withQuery(paths.clientInvoice, { id: invoice.id })} variant="default">
            {t('print.link')}
          </Button>
        )
      }
    >
      {invoice && <Content key={invoice.id} invoice={invoice} />}
      {!invoice &&
        (query.error === null ? (
          <Skeleton height={240} mt={16} radius={6} />
        ) : (
          <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
        ))}
    </DetailDrawer>
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
      <DetailSection title={t('sums')}>
        <Facts
          facts={[
            { label: t('facts.goods'), value: money(invoice.goods) },
            { label: t('facts.freight'), value: money(invoice.freight) },
            { label: t('facts.fees'), value: money(invoice.fees) },
            { label: t('facts.total'), value: <strong>{money(invoice.total)}</strong> },
          ]}
        />
      </DetailSection>
      <DetailSection title={t('billedOrders', { count: orders.length })}>
        {shown.map((order) => (
          <BilledOrder key={order.id} order={order} />
        ))}
        {shown.length < orders.length && (
          <Button variant="default" mt={12} onClick={() => setAll(true)}>
            {t('showAll', { count: orders.length })}
          </Button>
        )}
      </DetailSection>
      <DetailSection title={t('details')}>
        <Facts facts={documentFacts(invoice, (key) => t(`facts.${key}`))} />
      </DetailSection>
    </>
  );
}

type FactKey = 'issued' | 'paid' | 'paidBy' | 'entry' | 'buyer' | 'seller';

function documentFacts(invoice: InvoiceDetail, name: (key: FactKey) => string): Fact[] {
  const { issued_at, paid_at, paid_by, ledger_seq, billed_to, seller } = invoice;
  const facts: (Fact | false)[] = [
    { label: name('issued'), value: formatTime(issued_at) },
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
