import { Button, Group, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnswerOf } from '#contract/endpoint.ts';
import { ClientLink } from '#web/components/client-link.tsx';
import { ListPage } from '#web/components/list-page.tsx';
import { StaffFile } from '#web/components/staff-file.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { alertRules } from '#contract/parcel-alerts.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ParcelChip, ExceptionChip } from '#web/components/parcel-chips.tsx';
import { OrderParcels } from '#web/components/parcel-timeline.tsx';
import { useProfile } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { countryName } from '#web/lib/countries.ts';
import { formatDate } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { Column } from '#web/ui/column.ts';
import { Copyable } from '#web/ui/copy-button.tsx';
import { DetailDrawer } from '#web/ui/detail-drawer.tsx';
import { Identity } from '#web/ui/toolbar.tsx';

const tabs = ['all', ...alertRules, 'settled'] as const;
type ParcelExceptionRow = AnswerOf<Contract['parcels']['staffExceptions']>[number];

const rowId = ({ order, parcel, rule }: ParcelExceptionRow) => `${order.id} ${parcel?.id ?? ''} ${rule}`;

/** The staff's queue of watched parcels, of all clients (domain.md §4.19). */
export function ExceptionsPage() {
  const { t } = useTranslation('parcels');
  const list = useListPage(api.parcels.staffExceptions, {
    name: 'exceptions',
    tabs,
    columns: useMemo(() => exceptionColumns(t), [t]),
  });
  return (
    <ListPage
      title={t('staff.title')}
      state={t('staff.state')}
      list={list}
      tabsLabel={t('staff.tabsLabel')}
      tabLabel={(tab) => t(tab === 'all' || tab === 'settled' ? `staff.${tab}` : `rules.${tab}`)}
      search={t('staff.search')}
      toolsEnd={<StaffFile endpoint={api.parcels.staffFile} kit={list.kit} />}
      rowId={rowId}
      rowName={({ order, client }) => t('staff.rowName', { name: order.name, client: client.name })}
      opens={{ watched: rowId }}
      renderDetail={({ row, close }) => row && <ExceptionDrawer row={row} onClose={close} />}
      empty={{ drawing: 'done', title: t(list.tab === 'all' ? 'staff.empty' : 'staff.emptyRule') }}
    />
  );
}

/** Columns of the staff list. */
function exceptionColumns(t: TFunction<'parcels'>): Column<ParcelExceptionRow>[] {
  return [
    {
      id: 'parcel',
      header: t('staff.columns.parcel'),
      main: true,
      cell: ({ parcel, order }) =>
        parcel ? (
          <Identity title={<Copyable value={parcel.tracking_number} />} detail={parcel.carrier} />
        ) : (
          <Identity title={order.name} detail={t(order.partial ? 'staff.noRest' : 'staff.noParcel')} />
        ),
    },
    {
      id: 'rule',
      header: t('staff.columns.rule'),
      card: 'fact',
      cell: ({ rule, order }) => <ExceptionChip rule={rule} partial={order.partial} />,
    },
    {
      id: 'since',
      header: t('staff.columns.since'),
      card: 'fact',
      cell: ({ since }) => <TimeCell time={since} />,
    },
    {
      id: 'client',
      header: t('staff.columns.client'),
      card: 'fact',
      cell: ({ client }) => <Identity title={client.name} />,
    },
    {
      id: 'order',
      from: 1280,
      header: t('staff.columns.order'),
      card: 'hidden',
      cell: ({ order }) => (
        <Identity title={order.name} detail={[order.store, order.country].filter(Boolean).join(' · ')} />
      ),
    },
    {
      id: 'status',
      header: t('staff.columns.status'),
      card: 'fact',
      cell: ({ parcel, rule, ...row }) =>
        parcel ? (
          <Identity
            title={<ParcelChip status={parcel.status} substatus={parcel.substatus} />}
            detail={rule === 'returned' ? (row.settled_at ? t('staff.settled') : restockText(t, row)) : undefined}
          />
        ) : (
          '–'
        ),
    },
    {
      id: 'last',
      from: 1280,
      header: t('staff.columns.last'),
      card: 'hidden',
      cell: ({ last_event_at }) => <TimeCell time={last_event_at} />,
    },
    {
      id: 'promised',
      from: 1440,
      header: t('staff.columns.promised'),
      card: 'hidden',
      cell: ({ promised }) => (promised ? formatDate(promised.by) : '–'),
    },
  ];
}

type Restocked = Pick<ParcelExceptionRow, 'restocked' | 'settled_at'>;

function restockText(t: TFunction<'parcels'>, { restocked, settled_at }: Restocked) {
  if (settled_at !== null) return t('allRestocked', { day: formatDate(settled_at) });
  return restocked === 0 ? t('staff.notRestocked') : t('staff.restocked', { count: restocked });
}

/** Where the order's claim, its messages and its fulfillment are, and where a parcel that came back is written down, each for who works there. */
function Places({ row: { order, client, parcel, claim, messages, rule, settled_at } }: { row: ParcelExceptionRow }) {
  const { t } = useTranslation('parcels');
  const roles: readonly string[] = useProfile().roles;
  const works = (...at: string[]) => ['admin', ...at].some((role) => roles.includes(role));
  const ids = { order: order.id, account: client.id };
  const places = [
    claim !== null &&
      works('agent', 'finance') && {
        label: t('staff.claim', { number: claim.number }),
        to: withQuery(paths.staffClaims, { tab: 'all', claim: claim.id, account: client.id }),
      },
    messages &&
      works('agent') && { label: t('staff.messages'), to: withQuery(paths.staffMessages, { tab: 'all', ...ids }) },
    parcel !== null &&
      rule === 'returned' &&
      settled_at === null &&
      works('warehouse') && {
        label: t('staff.restock'),
        to: withQuery(paths.staffStock, {
          tab: 'write',
          client: client.id,
          order: order.id,
          parcel: parcel.tracking_number,
        }),
      },
    parcel !== null &&
      works('warehouse') && { label: t('staff.ship'), to: withQuery(paths.staffFulfillment, { tab: 'all', ...ids }) },
  ].filter((place) => place !== false);
  return (
    places.length > 0 && (
      <Group gap={8} pt={12}>
        {places.map(({ label, to }) => (
          <Button key={to} component={Link} to={to} variant="default" size="xs">
            {label}
          </Button>
        ))}
      </Group>
    )
  );
}

/**
 * The parcels of an order with an exception, for staff: tracking can be refreshed, an order without a parcel can be shipped,
 * and what else belongs to the order is one click away.
 */
function ExceptionDrawer({ row, onClose }: { row: ParcelExceptionRow; onClose: () => void }) {
  const { t, i18n } = useTranslation('parcels');
  const roles: readonly string[] = useProfile().roles;
  const ships = roles.includes('warehouse') || roles.includes('admin');
  const { order, client, parcel } = row;
  const [asked, setAsked] = useState<boolean>();
  const ask = useApiMutation(api.parcels.ask, {
    refetch: ['parcels'],
    onSuccess: (answer) => setAsked(answer.asked),
  });
  const askNow = (id: string) => {
    setAsked(undefined);
    return ask.run({ params: { account_id: client.id, id } });
  };
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={`${order.name} · ${client.name}`}
      state={<ExceptionChip rule={row.rule} partial={order.partial} />}
      action={
        parcel ? (
          <Button loading={ask.busy} onClick={() => void askNow(parcel.id)}>
            {t('staff.ask')}
          </Button>
        ) : (
          ships && (
            <Button
              component={Link}
              to={withQuery(paths.staffFulfillment, { tab: 'all', order: order.id, account: client.id })}
            >
              {t('staff.ship')}
            </Button>
          )
        )
      }
    >
      <Text size="sm" pt={16}>
        <ClientLink client={client} to={withQuery(paths.orders, { order: order.id })}>
          {t('staff.openOrder', { name: order.name })}
        </ClientLink>
        {` · ${[order.store, order.country && countryName(order.country, i18n.language)].filter(Boolean).join(' · ')}`}
      </Text>
      {row.rule === 'returned' && (
        <Text size="sm" pt={8}>
          {restockText(t, row)}
        </Text>
      )}
      <Places row={row} />
      <Text size="sm" role="status">
        {asked !== undefined && t(asked ? 'staff.refreshed' : 'staff.notRefreshed')}
      </Text>
      <OrderParcels orderId={order.id} clientId={client.id} />
    </DetailDrawer>
  );
}
