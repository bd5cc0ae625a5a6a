import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { Link } from 'react-router';
import { sureConfidence } from '#contract/suggestion-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { useMay } from '#web/components/session.tsx';
import { paths } from '#web/lib/paths.ts';
import type { RowAction } from '#web/ui/column.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useSelection } from '#web/ui/selection.ts';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { OptionSynonyms } from './option-synonyms.tsx';
import { suggestionColumns } from './suggestion-columns.tsx';
import type { Suggestion } from './suggestions-types.ts';

const seenOf = ({ variant, sku }: Suggestion) => ({ variant_id: variant.id, catalog_sku_id: sku.id });
const rowId = (row: Suggestion) => row.variant.id;
const rowName = (row: Suggestion) => `${row.product.title} ${row.variant.title}`;

/** Suggested matches for unmapped variants; high-confidence ones are accepted together. */
export function SuggestionsPage() {
  const { t } = useTranslation('suggestions');
  const may = useMay()('products', 'edit');
  const list = useListPage(api.suggestions.list, { columns: useMemo(() => suggestionColumns(t), [t]) });
  const selection = useSelection(rowId);
  const accepting = useApiMutation(api.suggestions.accept);
  const dismissing = useApiMutation(api.suggestions.dismiss);
  const acceptHighConfidence = useAcceptHighConfidence();
  const accept = async (rows: readonly Suggestion[]) => {
    const done = await accepting.run({ body: { items: rows.map(seenOf) } });
    if (done !== false) toast.success(t('accepted', { count: done.accepted }));
    selection.clear();
  };
  const rowActions = (row: Suggestion): RowAction[] => [
    { label: t('accept'), onClick: () => void accept([row]) },
    { label: t('dismiss'), onClick: () => void dismissing.run({ body: { items: [seenOf(row)] } }), destructive: true },
  ];
  const empty = {
    drawing: 'done',
    title: t('empty'),
    text: t('emptyText'),
    action: (
      <Button variant="default" component={Link} to={paths.products}>
        {t('toProducts')}
      </Button>
    ),
  } as const;
  return (
    <ListPage
      title={t('title')}
      state={t('state')}
      actions={
        may &&
        list.rows.length > 0 && <Button onClick={() => void acceptHighConfidence()}>{t('acceptHighConfidence')}</Button>
      }
      list={list}
      search={t('search')}
      rowId={rowId}
      rowName={rowName}
      {...(may && { rowActions, selection })}
      bulk={bulkOf(accept)}
      empty={empty}
      noMatch={{ ...empty, drawing: 'search' }}
    >
      <OptionSynonyms />
    </ListPage>
  );
}

/** What can be done with the ticked rows. */
const bulkOf = (onAccept: AcceptSelectedProps['onAccept']) => (rows: readonly Suggestion[]) => (
  <AcceptSelected rows={rows} onAccept={onAccept} />
);

type AcceptSelectedProps = { rows: readonly Suggestion[]; onAccept: (rows: readonly Suggestion[]) => Promise<void> };

function AcceptSelected({ rows, onAccept }: AcceptSelectedProps) {
  const { t } = useTranslation('suggestions');
  return (
    <Button size="xs" onClick={() => void onAccept(rows)}>
      {t('acceptSelected', { count: rows.length })}
    </Button>
  );
}

/** Accepts all high-confidence matches after a confirmation that states their number. */
function useAcceptHighConfidence(): () => Promise<void> {
  const { t } = useTranslation('suggestions');
  const acceptAll = useApiMutation(api.suggestions.acceptAll);
  const confirm = useConfirm();
  return async () => {
    const found = await acceptAll.run({ body: { min_confidence: sureConfidence, mode: 'dry_run' } });
    if (found === false) return;
    if (found.variants === 0) {
      toast.success(t('noHighConfidence'));
      return;
    }
    const confirmed = await confirm({
      title: t('confirm.title', { count: found.variants }),
      text: t('confirm.text', { products: found.products }),
      confirmLabel: t('confirm.submit', { count: found.variants }),
    });
    const done = confirmed && (await acceptAll.run({ body: { min_confidence: sureConfidence, mode: 'commit' } }));
    if (done) toast.success(t('accepted', { count: done.variants }));
  };
}
