import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { Link } from 'react-router';
import type { AnswerOf } from '#contract/endpoint.ts';
import { sureConfidence } from '#contract/suggestion-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { useMay } from '#web/components/session.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Amount } from '#web/ui/amount.tsx';
import type { Column, RowAction } from '#web/ui/column.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useSelection } from '#web/ui/selection.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { Picture } from '#web/components/picture.tsx';
import { reasonText } from '#web/components/suggestion-reason.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { OptionSynonyms } from './option-synonyms.tsx';

type Suggestion = AnswerOf<Contract['suggestions']['list']>[number];

const seenOf = ({ variant, sku }: Suggestion) => ({ variant_id: variant.id, catalog_sku_id: sku.id });
const rowId = (row: Suggestion) => row.variant.id;
const variantOf = ({ variant }: Suggestion) => (variant.title === 'Default Title' ? [] : [variant.title]); // of an only variant
const rowName = (row: Suggestion) => [row.product.title, ...variantOf(row)].join(' ');

/** Suggested matches for unmapped variants; high-confidence ones are accepted together. */
export function SuggestionsPage() {
  const { t, i18n } = useTranslation('suggestions');
  const ofClient = useClientEmpty();
  const may = useMay()('products', 'edit');
  const list = useListPage(api.suggestions.list, {
    name: 'suggestions',
    columns: useMemo(() => suggestionColumns(t, i18n.language, may), [t, i18n.language, may]),
  });
  const selection = useSelection(rowId);
  const { run: acceptRows } = useAccept();
  const dismissing = useApiMutation(api.suggestions.dismiss);
  const acceptHighConfidence = useAcceptHighConfidence();
  const accept = async (rows: readonly Suggestion[]) => {
    await acceptRows(rows);
    selection.clear();
  };
  const rowActions = (row: Suggestion): RowAction[] => [
    { label: t('accept'), onClick: () => void accept([row]) },
    { label: t('dismiss'), onClick: () => void dismissing.run({ body: { items: [seenOf(row)] } }), destructive: true },
  ];
  const empty = ofClient('suggestions', {
    drawing: 'done',
    title: t('empty'),
    text: t('emptyText'),
    action: (
      <Button variant="default" component={Link} to={paths.products}>
        {t('toProducts')}
      </Button>
    ),
  });
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
    >
      <OptionSynonyms />
    </ListPage>
  );
}

/** Maps variants as they are suggested. */
function useAccept() {
  const { t } = useTranslation('suggestions');
  const { run, busy } = useApiMutation(api.suggestions.accept);
  return {
    busy,
    run: async (rows: readonly Suggestion[]) => {
      const done = await run({ body: { items: rows.map(seenOf) } });
      if (done !== false) toast.success(t('accepted', { count: done.accepted }));
    },
  };
}

/** Maps the variant of one row. */
function AcceptOne({ row }: { row: Suggestion }) {
  const { t } = useTranslation('suggestions');
  const { run, busy } = useAccept();
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={busy}
      aria-label={t('acceptNamed', { name: rowName(row) })}
      onClick={() => void run([row])}
    >
      {t('accept')}
    </Button>
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

type Texts = TFunction<'suggestions'>;

/** Columns of the suggestions: what the store has beside what the provider has. */
function suggestionColumns(t: Texts, language: string, mayAccept: boolean): Column<Suggestion>[] {
  return [
    {
      id: 'variant',
      header: t('columns.variant'),
      main: true,
      wraps: true,
      cell: (row) => (
        <Identity
          picture={<Picture url={row.product.picture_url} />}
          title={[row.product.title, ...variantOf(row)].join(' · ')}
          detail={[row.variant.sku, row.store.name].filter(Boolean).join(' · ')}
        />
      ),
    },
    {
      id: 'sku',
      header: t('columns.sku'),
      wraps: true,
      card: 'fact',
      cell: ({ sku, quantity }) => (
        <Identity
          picture={<Picture url={sku.picture_url} />}
          title={quantity > 1 ? `${quantity} × ${sku.title}` : sku.title}
          detail={sku.code}
        />
      ),
    },
    {
      id: 'price',
      header: t('columns.price'),
      align: 'end',
      card: 'fact',
      cell: ({ price }) => (price === null ? t('noPrice') : <Amount text={formatMoney(price, language)} />),
    },
    {
      id: 'reasons',
      header: t('columns.reasons'),
      wraps: true,
      card: 'words',
      cell: ({ reasons }) => reasons.map((reason) => reasonText(t, reason, language)).join(' · '),
    },
    {
      id: 'confidence',
      header: t('columns.confidence'),
      align: 'end',
      card: 'fact',
      cell: ({ confidence }) => (
        <StatusChip
          tone={confidence >= sureConfidence ? 'green' : 'amber'}
          label={t('percent', { percent: Math.floor(confidence * 1000) / 10 })}
        />
      ),
    },
    ...(mayAccept
      ? [
          {
            id: 'accept',
            header: t('columns.accept'),
            card: 'action' as const,
            cell: (row: Suggestion) => <AcceptOne row={row} />,
          },
        ]
      : []),
  ];
}
