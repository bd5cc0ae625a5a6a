import { Button, SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#web/components/session.tsx';
import { type ListUrl, useListUrl } from '#web/components/use-list-url.ts';
import { toast } from '#web/api/toasts.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { useSelection } from '#web/ui/selection.ts';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ChangeDrawer } from './change-drawer.tsx';
import { changeColumns } from './change-columns.tsx';
import classes from './prices.module.css';
import { RejectDialog } from './reject-dialog.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import type { Change } from './prices-types.ts';

const states = ['to_decide', 'coming', 'past', 'all'] as const;
const rowId = (change: Change) => change.id;
const rowName = (change: Change) => `${change.sku.code}, ${change.destination}, ${change.channel.name}`;
const decidable = (change: Change) => ['open', 'due', 'accepted', 'rejected'].includes(change.status);
const stateOf = (url: ListUrl) => states.find((known) => known === url.get('state')) ?? 'to_decide';

/** Prices that the agent proposes: what rises, by how much and from when, to be accepted or rejected. */
export function ChangeList() {
  const { t, i18n } = useTranslation('prices');
  const url = useListUrl();
  const state = stateOf(url);
  const mayDecide = useMay()('quotes', 'edit');
  const proposal_id = url.get('proposal');
  const query = useApiQuery(
    api.prices.changes,
    {
      query: {
        page: url.page,
        per_page: url.per_page,
        q: url.q,
        tab: state,
        ...(proposal_id && { proposal_id }),
      },
    },
    { keepPrevious: true },
  );
  const columns = useMemo(() => changeColumns(t, i18n.language), [t, i18n.language]);
  const selection = useSelection(rowId, `${state} ${url.q}`);
  const [rejecting, setRejecting] = useState<readonly Change[]>();
  const [ruling, setRuling] = useState(false);
  const open = query.data?.data.find((change) => change.id === url.get('change'));
  const actions = useDecide(() => selection.clear());
  const buttons = (rows: readonly Change[]) => (
    <>
      <Button variant="default" onClick={() => setRejecting(rows)}>
        {t('reject', { count: rows.length })}
      </Button>
      <Button loading={actions.accepting} onClick={() => void actions.accept(rows)}>
        {t('accept', { count: rows.length })}
      </Button>
    </>
  );
  return (
    <>
      <p className={classes.lead}>{t('changesLead')}</p>
      <Toolbar
        end={
          mayDecide && (
            <Button variant="default" onClick={() => setRuling(true)}>
              {t('rule.open')}
            </Button>
          )
        }
      >
        <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} />
        <SegmentedControl
          aria-label={t('statesLabel')}
          size="xs"
          value={state}
          onChange={(value) => url.set({ state: value === 'to_decide' ? undefined : value })}
          data={states.map((value) => ({ value, label: t(`states.${value}`) }))}
        />
        {proposal_id && (
          <Button variant="subtle" size="xs" onClick={() => url.set({ proposal: undefined })}>
            {t('allProposals')}
          </Button>
        )}
      </Toolbar>
      <DataTable
        label={t('changes')}
        query={query}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        openId={url.get('change')}
        onOpen={(change) => url.show({ change: change.id })}
        {...(mayDecide && { selection, selectable: decidable, bulk: buttons })}
        empty={
          state === 'to_decide' ? { drawing: 'done', title: t('emptyDone') } : { drawing: 'search', title: t('empty') }
        }
        onPage={url.setPage}
        onPerPage={url.setPerPage}
      />
      {open && (
        <ChangeDrawer
          change={open}
          action={mayDecide && decidable(open) && buttons([open])}
          onClose={() => url.show({ change: undefined })}
        />
      )}
      {rejecting && (
        <RejectDialog
          count={rejecting.length}
          onReject={async (reason) => (await actions.reject(rejecting, reason)) !== false}
          onClose={() => setRejecting(undefined)}
        />
      )}
      {ruling && <RuleDialog onClose={() => setRuling(false)} />}
    </>
  );
}

function useDecide(onDone: () => void) {
  const { t } = useTranslation('prices');
  const say = (answer: { changes: number; orders: number }, verb: 'accepted' | 'rejected') => {
    toast.success(
      t(verb, { count: answer.changes }) + (answer.orders > 0 ? ` ${t('repricing', { count: answer.orders })}` : ''),
    );
    onDone();
  };
  const accept = useApiMutation(api.prices.accept, { onSuccess: (answer) => say(answer, 'accepted') });
  const reject = useApiMutation(api.prices.reject, { onSuccess: (answer) => say(answer, 'rejected') });
  const ids = (rows: readonly Change[]) => rows.map((row) => row.id);
  return {
    accept: (rows: readonly Change[]) => accept.run({ body: { ids: ids(rows) } }),
    accepting: accept.busy,
    reject: (rows: readonly Change[], reason: string) => reject.run({ body: { ids: ids(rows), reason } }),
  };
}
