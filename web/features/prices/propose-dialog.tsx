import { Group, Select, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { changeReasons, type PriceAction } from '#contract/price-rules.ts';
import { DayField } from '#web/components/day-field.tsx';
import { FreightFields } from '#web/components/freight-fields.tsx';
import { toast } from '#web/api/toasts.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { type FormulaDraft, formulaOf, newFormula } from '#web/components/freight-draft.ts';
import { decimalToMinor } from '#web/lib/format.ts';
import { ProposePreview } from './propose-preview.tsx';
import type { Proposal, StaffPrice } from './prices-types.ts';
import { type ChangeState, proposed } from './proposed.ts';

type Props = { prices: readonly StaffPrice[]; onClose: () => void; onDone: (state: ChangeState) => void };
const goodsKinds = ['none', 'percent', 'add', 'set'] as const;
const freightKinds = ['none', 'percent', 'formula'] as const;

/** A proposal as it is typed. */
type ProposeDraft = {
  goods: (typeof goodsKinds)[number];
  goodsValue: string;
  freight: (typeof freightKinds)[number];
  freightPercent: string;
  formula: FormulaDraft;
  reason: Proposal['reason'];
  note: string;
  /** `YYYY-MM-DD`. */
  day: string;
};
type Form = UseFormReturnType<ProposeDraft>;

const newProposal: Omit<ProposeDraft, 'day'> = {
  goods: 'percent',
  goodsValue: '',
  freight: 'none',
  freightPercent: '',
  formula: newFormula,
  reason: 'supplier',
  note: '',
};

const shortestNote = 3;
const day = 86_400_000;
/** The first whole day that keeps the notice. */
const firstDay = (earliest: string) => new Date(new Date(earliest).getTime() + day).toISOString().slice(0, 10);

/** Proposes to change prices of one or several clients, with what would become of each; closed until the notice is known. */
export function ProposeDialog(props: Props) {
  const notice = useApiQuery(api.prices.notice, {}).data;
  return notice ? <ProposeForm {...props} first={firstDay(notice.earliest)} notice={notice.days} /> : null;
}

function ProposeForm({ prices, first, notice, onClose, onDone }: Props & { first: string; notice: number }) {
  const { t } = useTranslation('prices');
  const form = useForm<ProposeDraft>({ initialValues: { ...newProposal, day: first } });
  const currency = prices[0]?.currency ?? 'USD';
  const action = actionOf(form.values, currency);
  const { reason, note, day: from } = form.values;
  const body = action && {
    prices: prices.map((price) => ({ account_id: price.client.id, id: price.id })),
    change: action,
    reason,
    note,
    effective_at: `${from}T00:00:00.000Z`,
  };
  const lacksNote = note.trim().length < shortestNote;
  const missing = body === undefined ? t('propose.incomplete') : lacksNote ? t('propose.noteMissing') : undefined;
  const propose = useApiMutation(api.prices.propose, {
    form,
    fields: { effective_at: 'day', change: 'goodsValue' },
    onSuccess: (done) => {
      const { happened, state } = proposed(done);
      toast.success(happened.map((outcome) => t(`propose.done.${outcome}`, { count: done[outcome] })).join(' '));
      onDone(state);
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      width={720}
      title={t('propose.title', { count: prices.length })}
      submitLabel={t('propose.open', { count: prices.length })}
      missing={missing}
      onSubmit={() => body !== undefined && propose.run({ body: { ...body, mode: 'commit' } })}
      dirty={form.isDirty()}
    >
      <ActionFields form={form} currency={currency} />
      <Group gap={8} align="start">
        <Select
          label={t('columns.reason')}
          allowDeselect={false}
          data={changeReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
          {...form.getInputProps('reason')}
        />
        <DayField
          label={t('columns.from')}
          description={t('propose.notice', { count: notice })}
          {...form.getInputProps('day')}
        />
      </Group>
      <Textarea
        label={t('propose.note')}
        required
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('note')}
      />
      {body && <ProposePreview body={body} />}
    </FormDialog>
  );
}

function ActionFields({ form, currency }: { form: Form; currency: string }) {
  const { t } = useTranslation('prices');
  const { goods, freight, formula } = form.values;
  return (
    <>
      <Group gap={8} align="start">
        <Select
          label={t('propose.goods')}
          allowDeselect={false}
          data={goodsKinds.map((value) => ({ value, label: t(`propose.kinds.${value}`) }))}
          {...form.getInputProps('goods')}
        />
        {goods !== 'none' && (
          <TextInput
            label={goods === 'percent' ? t('propose.percent') : t('propose.amount', { currency })}
            inputMode="decimal"
            data-autofocus
            {...form.getInputProps('goodsValue')}
          />
        )}
      </Group>
      <Group gap={8} align="start">
        <Select
          label={t('propose.freight')}
          allowDeselect={false}
          data={freightKinds.map((value) => ({ value, label: t(`propose.kinds.${value}`) }))}
          {...form.getInputProps('freight')}
        />
        {freight === 'percent' && (
          <TextInput
            label={t('propose.freightPercent')}
            inputMode="decimal"
            {...form.getInputProps('freightPercent')}
          />
        )}
        {freight === 'formula' && (
          <FreightFields
            draft={formula}
            currency={currency}
            onChange={(part) => form.setFieldValue('formula', { ...formula, ...part })}
          />
        )}
      </Group>
    </>
  );
}

const percentOf = (text: string): number | undefined => {
  const value = Number(text.replace(',', '.').replace('−', '-'));
  return text.trim() === '' || !Number.isFinite(value) ? undefined : Math.round(value * 100);
};

/** What the draft does to prices; undefined until it says all that it must. */
function actionOf(draft: ProposeDraft, currency: string): PriceAction | undefined {
  const goods = goodsAction(draft, currency);
  const freight = freightAction(draft, currency);
  if (goods === undefined || freight === undefined || (goods === null && freight === null)) return undefined;
  return { goods, freight };
}

function goodsAction({ goods, goodsValue }: ProposeDraft, currency: string): PriceAction['goods'] | undefined {
  if (goods === 'none') return null;
  if (goods === 'percent') {
    const bp = percentOf(goodsValue);
    return bp === undefined ? undefined : { kind: 'percent', bp };
  }
  const amount = decimalToMinor(goodsValue, currency);
  return amount === undefined ? undefined : { kind: goods, amount };
}

function freightAction(draft: ProposeDraft, currency: string): PriceAction['freight'] | undefined {
  if (draft.freight === 'none') return null;
  if (draft.freight === 'percent') {
    const bp = percentOf(draft.freightPercent);
    return bp === undefined ? undefined : { kind: 'percent', bp };
  }
  const formula = formulaOf(draft.formula, currency);
  return formula === undefined ? undefined : { kind: 'formula', formula };
}
