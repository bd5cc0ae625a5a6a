import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { claimReasons } from '#contract/claim-rules.ts';
import { mostStores } from '#contract/constants.ts';
import { useClientEmpty } from '#web/components/client-empty.ts';
import type { ListFilter } from '#web/components/list-filters.ts';
import { ListPanel } from '#web/components/list-page.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { useStoreOptions } from '#web/components/use-store-options.ts';
import { api, type Contract } from '#web/api/client.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { everyOf } from '#web/lib/every-of.ts';
import { useNow } from '#web/lib/now.ts';
import type { Column } from '#web/ui/column.ts';
import { Copyable } from '#web/ui/copy-button.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { ClaimState } from './claim-chips.tsx';
import { ClaimDrawer } from './claim-drawer.tsx';
import type { Claim } from './claims-types.ts';

type ClaimGroup = NonNullable<NonNullable<InputOf<Contract['claims']['list']>['query']>['state']>;

const groups = everyOf<ClaimGroup>()(['to_do', 'open', 'decided']);
const rowId = (claim: Claim) => claim.id;
const rowName = (claim: Claim) => claim.number;

/** Until when somebody acts, and who; nothing is due once the claim is decided. */
function Due({ claim }: { claim: Claim }) {
  const { t } = useTranslation('claims');
  const now = useNow();
  const { due_at, evidence_due_at } = claim;
  if (due_at !== null && Date.parse(due_at) < now.getTime()) return <StatusChip tone="red" label={t('overdue')} />;
  const at = due_at ?? evidence_due_at;
  if (at === null) return '–';
  return <Identity title={<TimeCell time={at} />} detail={t(due_at === null ? 'detail.evidenceDue' : 'detail.due')} />;
}

/** What was given back, else what is or was claimed. */
function Amount({ claim }: { claim: Claim }) {
  const { t } = useTranslation('claims');
  const { currency, asked, granted } = claim;
  return (
    <Identity
      title={<MoneyCell money={{ amount: granted || asked, currency }} />}
      detail={t(granted ? 'columns.refunded' : 'columns.claimed')}
    />
  );
}

const claimColumns = (t: TFunction<'claims'>): Column<Claim>[] => [
  {
    id: 'claim',
    header: t('columns.claim'),
    main: true,
    sort: 'claim',
    cell: (claim) => <Identity title={claim.number} detail={`${claim.order.name} · ${claim.order.store}`} />,
  },
  {
    id: 'reason',
    header: t('columns.reason'),
    wraps: true,
    card: 'fact',
    cell: (claim) => t(`reasons.${claim.reason}`),
  },
  {
    id: 'status',
    header: t('columns.status'),
    card: 'fact',
    cell: (claim) => <ClaimState status={claim.status} />,
  },
  { id: 'due', header: t('columns.due'), card: 'fact', sort: 'due', cell: (claim) => <Due claim={claim} /> },
  {
    id: 'amount',
    header: t('columns.amount'),
    align: 'end',
    card: 'fact',
    sort: 'amount',
    cell: (claim) => <Amount claim={claim} />,
  },
  {
    id: 'submitted',
    from: 1280,
    header: t('columns.submitted'),
    card: 'hidden',
    cell: (claim) => <TimeCell time={claim.submitted_at} />,
  },
  {
    id: 'decided',
    optional: true,
    header: t('detail.decided'),
    card: 'hidden',
    cell: ({ decided_at }) => (decided_at === null ? '–' : <TimeCell time={decided_at} />),
  },
  {
    id: 'parcel',
    from: 1440,
    header: t('columns.parcel'),
    card: 'hidden',
    cell: (claim) => (claim.parcel ? <Copyable value={claim.parcel.tracking_number} /> : '–'),
  },
];

function useFilters(): readonly ListFilter[] {
  const { t } = useTranslation('claims');
  const stores = useStoreOptions().data;
  return useMemo(
    () => [
      {
        kind: 'choice',
        name: 'state',
        label: t('columns.status'),
        options: groups.map((value) => ({ value, label: t(`groups.${value}`) })),
      },
      {
        kind: 'choice',
        name: 'reason',
        label: t('columns.reason'),
        options: claimReasons.map((value) => ({ value, label: t(`reasons.${value}`) })),
      },
      {
        kind: 'choices',
        most: mostStores,
        name: 'store_id',
        label: t('columns.store'),
        options: (stores ?? []).map(({ id, label }) => ({ value: id, label })),
      },
      { kind: 'dates', name: 'submitted', from: 'submitted_from', to: 'submitted_to', label: t('columns.submitted') },
    ],
    [t, stores],
  );
}

/** All claims of the account, in a tab of its orders: number, state, amount and what is due (P10). */
export function ClaimList() {
  const { t } = useTranslation('claims');
  const ofClient = useClientEmpty();
  const list = useListPage(api.claims.list, {
    name: 'claims',
    columns: useMemo(() => claimColumns(t), [t]),
    filters: useFilters(),
    ask: () => ({ tab: 'all' }), // the tab in the address is the page's
  });
  const ofOrder = list.url.get('order') !== undefined;
  return (
    <ListPanel
      title={t('title')}
      list={list}
      search={t('search')}
      rowId={rowId}
      rowName={rowName}
      opens={{ case: rowId }}
      renderDetail={({ ids: { case: id }, close }) =>
        id !== undefined && !ofOrder && <ClaimDrawer key={id} id={id} onClose={close} linked />
      }
      empty={ofClient('claims', { drawing: 'done', title: t('empty'), text: t('emptyText') })}
    />
  );
}
