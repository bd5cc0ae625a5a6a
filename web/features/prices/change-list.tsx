import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import { ListPanel } from '#web/components/list-page.tsx';
import { ListStates, stateOf } from '#web/components/list-states.tsx';
import { OnlyClient } from '#web/components/only-client.tsx';
import { useActing, useMay } from '#web/components/session.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { toast } from '#web/api/toasts.ts';
import { useSelection } from '#web/ui/selection.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { decimalToMinor, minorToDecimal } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ChangeDrawer } from './change-drawer.tsx';
import { changeColumns } from './change-columns.tsx';
import classes from './prices.module.css';
import type { Change } from './prices-types.ts';

const states = ['to_decide', 'coming', 'past', 'all'] as const;
const rowId = (change: Change) => change.id;
const rowName = (change: Change) => `${change.sku.code}, ${change.destination}, ${change.channel.name}`;
const decidable = (change: Change) => ['open', 'due', 'accepted', 'rejected'].includes(change.status);

/** Prices that the agent proposes: what rises, by how much and from when, to be accepted or rejected. */
export function ChangeList() {
  const { t, i18n } = useTranslation('prices');
  const acting = useActing();
  const mayDecide = useMay()('quotes', 'edit') && !acting;
  const list = useListPage(api.prices.changes, {
    name: 'price_changes',
    columns: useMemo(() => changeColumns(t, i18n.language), [t, i18n.language]),
    ask: (url) => ({ tab: stateOf(url, states), proposal_id: url.get('proposal') }),
  });
  const { url } = list;
  const state = stateOf(url, states);
  const selection = useSelection(rowId, `${state} ${url.q}`, state);
  const [rejecting, setRejecting] = useState<readonly Change[]>();
  const [ruling, setRuling] = useState(false);
  const actions = useDecide(() => {
    selection.clear();
    url.show({ change: undefined });
  });
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
      <OnlyClient what="acceptPrices" />
      <ListPanel
        title={t('changes')}
        list={list}
        search={t('search')}
        tools={
          <>
            <ListStates
              url={url}
              states={states}
              label={t('statesLabel')}
              stateLabel={(value) => t(`states.${value}`)}
            />
            {url.get('proposal') !== undefined && (
              <Button variant="subtle" size="xs" onClick={() => url.set({ proposal: undefined })}>
                {t('allProposals')}
              </Button>
            )}
          </>
        }
        toolsEnd={
          mayDecide && (
            <Button variant="default" onClick={() => setRuling(true)}>
              {t('rule.open')}
            </Button>
          )
        }
        rowId={rowId}
        rowName={rowName}
        opens={{ change: rowId }}
        renderDetail={({ row, close }) =>
          row && <ChangeDrawer change={row} action={mayDecide && decidable(row) && buttons([row])} onClose={close} />
        }
        {...(mayDecide && { selection, selectable: decidable, bulk: buttons })}
        empty={
          state === 'to_decide' ? { drawing: 'done', title: t('emptyDone') } : { drawing: 'search', title: t('empty') }
        }
      />
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

type Rule = AnswerOf<Contract['prices']['rule']>;

/** Up to which rise prices are accepted by themselves; closed until the rule is known. */
function RuleDialog({ onClose }: { onClose: () => void }) {
  const rule = useApiQuery(api.prices.rule, {}).data;
  const prices = useApiQuery(api.prices.list, { query: { page: 1, per_page: 1 } }, { keepPrevious: true }).data;
  if (!rule || !prices) return null;
  return <RuleForm rule={rule} currency={prices.data[0]?.currency ?? 'USD'} onClose={onClose} />;
}

type RuleProps = { rule: Rule; currency: string; onClose: () => void };

function RuleForm({ rule, currency, onClose }: RuleProps) {
  const { t } = useTranslation('prices');
  const form = useForm<{ percent: number | string; amount: string }>({
    initialValues: {
      percent: rule.percent_bp === null ? '' : rule.percent_bp / 100,
      amount: rule.amount === null ? '' : minorToDecimal(rule.amount, currency),
    },
  });
  const save = useApiMutation(api.prices.saveRule, { form, refetch: ['prices'] });
  const handleSubmit = () => {
    const { percent, amount } = form.values;
    const minor = amount.trim() === '' ? null : decimalToMinor(amount, currency);
    if (minor === undefined || (minor !== null && minor < 1)) {
      form.setFieldError('amount', t('rule.badAmount'));
      return false;
    }
    const percent_bp = percent === '' ? null : Math.round(Number(percent) * 100);
    return save.run({ body: { percent_bp, amount: minor } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('rule.title')}
      submitLabel={t('rule.save')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <p>{t('rule.lead')}</p>
      <NumberInput
        label={t('rule.percent')}
        description={t('rule.none')}
        min={0.01}
        max={100}
        decimalScale={2}
        suffix=" %"
        data-autofocus
        {...form.getInputProps('percent')}
      />
      <TextInput
        label={t('rule.amount', { currency })}
        description={t('rule.amountHelp')}
        inputMode="decimal"
        {...form.getInputProps('amount')}
      />
    </FormDialog>
  );
}

type RejectProps = { count: number; onReject: (reason: string) => Promise<boolean>; onClose: () => void };

/** Says no to proposed prices, with what the agent should know. */
function RejectDialog({ count, onReject, onClose }: RejectProps) {
  const { t } = useTranslation('prices');
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('rejectTitle', { count })}
      submitLabel={t('reject', { count })}
      onSubmit={() => onReject(reason)}
      dirty={reason !== ''}
    >
      <p>{t('rejectLead')}</p>
      <Textarea
        label={t('rejectReason')}
        autosize
        minRows={2}
        maxLength={300}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
