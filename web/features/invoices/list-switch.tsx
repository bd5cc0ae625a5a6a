import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { LazyBoundary } from '#web/components/lazy-part.tsx';
import { useIsStaff } from '#web/components/session.tsx';
import { IssueInvoice } from '#web/features/order-invoices/index.ts';
import { paths, withQuery } from '#web/lib/paths.ts';

/** For staff, the button of either list that issues the client an invoice. */
export function useIssueInvoice() {
  const button = (
    <LazyBoundary>
      <IssueInvoice onPage />
    </LazyBoundary>
  );
  return useIsStaff() ? { actions: button } : {};
}

/** The two lists of the page: whole invoices, or the orders on them. */
export const invoiceLists = ['invoices', 'orders'] as const;
export type InvoiceListName = (typeof invoiceLists)[number];

/** Chooses the list; the address is silent about invoices. */
export function InvoiceListSwitch({ value }: { value: InvoiceListName }) {
  const { t } = useTranslation('invoices');
  const navigate = useNavigate();
  return (
    <SegmentedControl
      aria-label={t('lists.label')}
      size="xs"
      w="fit-content"
      value={value}
      // filters and pages of the one say nothing of the other
      onChange={(list) =>
        void navigate(withQuery(paths.invoices, list === 'orders' ? { list } : {}), { replace: true })
      }
      data={invoiceLists.map((name) => ({ value: name, label: t(`lists.${name}`) }))}
    />
  );
}
