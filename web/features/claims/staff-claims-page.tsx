import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { StaffFile } from '#web/components/staff-file.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { useListUrl } from '#web/components/use-list-url.ts';
import { everyOf } from '#web/lib/every-of.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { DueChip } from '#web/components/due-chip.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import { api, type Contract } from '#web/api/client.ts';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { ClaimState, VerdictChip } from './claim-chips.tsx';
import { StaffClaimDrawer } from './staff-claim-drawer.tsx';

type ClaimStaffTab = NonNullable<NonNullable<InputOf<Contract['claims']['staffList']>['query']>['tab']>;

type StaffClaim = AnswerOf<Contract['claims']['staffList']>[number];

const tabs = everyOf<ClaimStaffTab>()(['to_decide', 'waiting', 'decided']);
const rowId = (claim: StaffClaim) => claim.id;
const rowName = (claim: StaffClaim) => `${claim.number}, ${claim.client.name}`;

/** Claims of all clients, what is due first on top, each decided with a key. */
export function StaffClaimsPage() {
  const { t } = useTranslation('claims');
  const decided = useListUrl().get('tab') === 'decided';
  const list = useListPage(api.claims.staffList, {
    name: 'staff_claims',
    tabs,
    columns: useColumns(decided),
  });
  return (
    <ListPage
      title={t('staff.title')}
      state={t('staff.state')}
      list={list}
      tabLabel={(tab) => t(`staff.tabs.${tab}`)}
      attention={['to_decide']}
      search={t('staff.search')}
      toolsEnd={<StaffFile endpoint={api.claims.staffFile} kit={list.kit} />}
      rowId={rowId}
      rowName={rowName}
      opens={{ claim: rowId, account: (claim) => claim.client.id }}
      renderDetail={({ ids: { claim: id, account: account_id }, close, next }) =>
        id !== undefined &&
        account_id !== undefined && (
          <StaffClaimDrawer key={id} ids={{ account_id, id }} onClose={close} {...(next && { onNext: next })} />
        )
      }
      empty={{ drawing: 'done', title: t('staff.empty') }}
    />
  );
}

/** What is open is due some day; what is decided says how, on a phone as well. */
function useColumns(decided: boolean): Column<StaffClaim>[] {
  const { t } = useTranslation('claims');
  return useMemo(
    () => [
      {
        id: 'claim',
        header: t('columns.claim'),
        main: true,
        cell: (claim) => <Identity title={claim.number} detail={`${claim.order.name} · ${claim.order.store}`} />,
      },
      {
        id: 'client',
        header: t('columns.client'),
        card: 'fact',
        cell: (claim) => <Identity title={claim.client.name} />,
      },
      {
        id: 'reason',
        header: t('columns.reason'),
        wraps: true,
        card: 'fact',
        cell: (claim) => t(`reasons.${claim.reason}`),
      },
      {
        id: 'verdict',
        header: t('columns.verdict'),
        card: 'hidden',
        ...(decided && { from: 1280 }),
        cell: (claim) => <VerdictChip verdict={claim.verdict} decided={claim.decided_at !== null} />,
      },
      {
        id: 'asked',
        header: t(decided ? 'columns.refunded' : 'columns.claimed'),
        align: 'end',
        card: 'fact',
        cell: ({ asked, granted, currency }) => {
          const amount = decided ? granted : asked;
          return <MoneyCell money={amount ? { amount, currency } : null} />;
        },
      },
      decided
        ? {
            id: 'decided',
            header: t('detail.decided'),
            card: 'hidden',
            cell: ({ decided_at }) => <TimeCell time={decided_at} />,
          }
        : { id: 'due', header: t('columns.due'), card: 'fact', cell: (claim) => <Due claim={claim} /> },
      {
        id: 'status',
        ...(!decided && { from: 1280 }),
        header: t('columns.status'),
        card: decided ? 'fact' : 'hidden',
        cell: (claim) => <ClaimState status={claim.status} staff />,
      },
    ],
    [t, decided],
  );
}

function Due({ claim }: { claim: StaffClaim }) {
  const { t } = useTranslation('claims');
  if (claim.due_at) return <DueChip at={claim.due_at} />;
  if (claim.evidence_due_at === null) return '–';
  return <Identity title={<TimeCell time={claim.evidence_due_at} />} detail={t('detail.evidenceDue')} />;
}
