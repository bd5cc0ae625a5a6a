import { Checkbox } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { ListPanel } from '#web/components/list-page.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { Picture } from '#web/components/picture.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { Column, RowAction } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import { api, type Contract } from '#web/api/client.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { Similarity } from './result-card.tsx';

type Duplicate = AnswerOf<Contract['imageSearch']['duplicates']>[number];

const rowId = (pair: Duplicate) => `${pair.cheaper.id} ${pair.other.id}`;
const rowName = (pair: Duplicate) => `${pair.cheaper.title}, ${pair.other.title}`;

function Side({ side }: { side: Duplicate['cheaper'] }) {
  return <Identity picture={<Picture url={side.picture_url} />} title={side.title} detail={side.store.name} />;
}

function columnsOf(t: TFunction<'image-search'>): Column<Duplicate>[] {
  return [
    { id: 'other', header: t('duplicates.other'), main: true, cell: (pair) => <Side side={pair.other} /> },
    {
      id: 'otherPrice',
      header: t('duplicates.costs'),
      align: 'end',
      card: 'hidden',
      cell: (pair) => <MoneyCell money={pair.other.price} />,
    },
    { id: 'cheaper', header: t('duplicates.cheaper'), card: 'fact', cell: (pair) => <Side side={pair.cheaper} /> },
    {
      id: 'cheaperPrice',
      header: t('duplicates.costs'),
      align: 'end',
      card: 'hidden',
      cell: (pair) => <MoneyCell money={pair.cheaper.price} />,
    },
    {
      id: 'similarity',
      header: t('compare.similarity'),
      card: 'fact',
      cell: (pair) => <Similarity share={pair.similarity} />,
    },
    {
      id: 'saving',
      header: t('duplicates.saving'),
      align: 'end',
      card: 'fact',
      cell: (pair) => <MoneyCell money={pair.saving} tone="strong" />,
    },
  ];
}

/** Products of my stores that look the same, with what each costs; the largest saving first. */
export function DuplicateList() {
  const { t } = useTranslation('image-search');
  const ofClient = useClientEmpty();
  const navigate = useNavigate();
  const list = useListPage(api.imageSearch.duplicates, {
    name: 'duplicates',
    columns: useMemo(() => columnsOf(t), [t]),
    ask: (url) => ({ cheaper: url.get('cheaper') }),
  });
  const cheaper = list.url.get('cheaper') === '1';
  const open = (id: string) => void navigate(withQuery(paths.products, { product: id }));
  const rowActions = (pair: Duplicate): RowAction[] => [
    { label: t('duplicates.openNamed', { name: pair.other.title }), onClick: () => open(pair.other.id) },
    { label: t('duplicates.openNamed', { name: pair.cheaper.title }), onClick: () => open(pair.cheaper.id) },
  ];
  return (
    <ListPanel
      title={t('view.duplicates')}
      list={list}
      tools={
        <Checkbox
          label={t('duplicates.only')}
          checked={cheaper}
          onChange={(event) => list.url.set({ cheaper: event.currentTarget.checked ? '1' : undefined })}
        />
      }
      rowId={rowId}
      rowName={rowName}
      onOpen={(pair) => open(pair.other.id)}
      rowActions={rowActions}
      empty={ofClient('duplicates', {
        drawing: 'done',
        title: t(cheaper ? 'duplicates.emptyCheaper' : 'duplicates.empty'),
        text: t('duplicates.emptyText'),
      })}
    />
  );
}
