import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '#web/api/client.ts';
import type { ListFilter } from '#web/components/list-filters.ts';
import { ListPanel } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { creditNoteColumns } from './invoice-columns.tsx';
import type { CreditNote } from './invoices-types.ts';

const rowId = (note: CreditNote) => note.id;

/** Credit notes; each opens its invoice over the list. */
export function CreditNoteList() {
  const { t } = useTranslation('invoices');
  const navigate = useNavigate();
  const list = useListPage(api.invoices.listCreditNotes, {
    columns: useMemo(() => creditNoteColumns(t), [t]),
    filters: useMemo<ListFilter[]>(
      () => [{ kind: 'dates', name: 'issued', from: 'from', to: 'to', label: t('issuedOn') }],
      [t],
    ),
  });
  return (
    <ListPanel
      title={t('tabs.credit_notes')}
      list={list}
      search={t('searchCredit')}
      rowId={rowId}
      rowName={(note) => note.number}
      onOpen={(note) => void navigate(withQuery(paths.invoices, { tab: 'credit_notes', invoice: note.invoice.id }))}
      empty={{ drawing: 'file', title: t('noCreditNotes'), text: t('noCreditNotesText') }}
    />
  );
}
