import { Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { maxRecharge, minRecharge } from '#contract/recharge-rules.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { decimalToMinor, formatMoney, minorToDecimal } from '#web/lib/format.ts';
import { Facts } from '#web/ui/facts.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { CardName } from './card-name.tsx';
import { useCardPage } from './use-card-page.ts';
import { useSplitFacts } from './use-split-facts.ts';
import type { AutoRecharge } from './wallet-types.ts';
import classes from './wallet.module.css';

type Values = { enabled: boolean; threshold: string; amount: string; most_a_day: string; most_a_month: string };
type Field = Exclude<keyof Values, 'enabled'>;

/** Asks when the wallet is filled, by how much, and what the limits are; then for a card where there is none. */
export function AutoRechargeDialog({ auto, onClose }: { auto: AutoRecharge; onClose: () => void }) {
  const { t, i18n } = useTranslation('wallet');
  const { currency, card, version } = auto;
  const text = (amount: number | null) => (amount === null ? '' : minorToDecimal(amount, currency));
  const form = useForm<Values>({
    initialValues: {
      enabled: auto.enabled || version === 0,
      threshold: text(auto.threshold),
      amount: text(auto.amount),
      most_a_day: text(auto.most_a_day),
      most_a_month: text(auto.most_a_month),
    },
    validate: useRules(currency),
  });
  const minorOf = (field: Field) => decimalToMinor(form.values[field].trim(), currency) ?? 0;
  const page = useCardPage();
  const save = useApiMutation(api.autoRecharge.save, {
    form,
    refetch: ['autoRecharge'],
    onSuccess: () => toast.success(t('auto.saved')),
  });
  const threshold = formatMoney({ amount: minorOf('threshold'), currency }, i18n.language);
  const lacksCard = form.values.enabled && card === null;
  const handleSubmit = async () => {
    if (form.validate().hasErrors) return false;
    const { enabled, most_a_month } = form.values;
    const body = {
      enabled,
      threshold: minorOf('threshold'),
      amount: minorOf('amount'),
      most_a_day: minorOf('most_a_day'),
      most_a_month: most_a_month.trim() === '' ? null : minorOf('most_a_month'),
      version,
    };
    const saved = await save.run({ body });
    if (saved === false) return false;
    return lacksCard ? page.go() : saved;
  };
  const field = (name: Field) => ({
    label: t(`auto.${name}`, { currency }),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    ...form.getInputProps(name),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('auto.title')}
      submitLabel={lacksCard ? t('auto.saveAndAdd') : t('auto.save')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <Switch label={t('auto.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      <TextInput description={t('auto.thresholdHelp')} {...field('threshold')} />
      <TextInput {...field('amount')} />
      <Split amount={decimalToMinor(form.values.amount.trim(), currency)} currency={currency} />
      <TextInput {...field('most_a_day')} />
      <TextInput description={t('auto.monthHelp')} {...field('most_a_month')} />
      <p className={classes.hint}>{card ? <CardName card={card} /> : t('auto.cardNext', { threshold })}</p>
      {form.values.enabled && <ChargedNow auto={auto} threshold={form.values.threshold} />}
    </FormDialog>
  );
}

/** What of each charge is the fee for card payments, and what the wallet gets. */
function Split({ amount, currency }: { amount: number | undefined; currency: string }) {
  const methods = useApiQuery(api.wallet.rechargeMethods, {});
  const splitOf = useSplitFacts(currency);
  const fee_bp = methods.data?.find(({ kind }) => kind === 'card')?.fee_bp ?? 0;
  if (amount === undefined || amount <= 0 || fee_bp === 0) return null;
  return <Facts facts={splitOf(amount, fee_bp)} />;
}

/** Warns before a threshold that the balance is already below: the card is charged at once. */
function ChargedNow({ auto, threshold }: { auto: AutoRecharge; threshold: string }) {
  const { t, i18n } = useTranslation('wallet');
  const { balance, currency, card } = auto;
  if ((decimalToMinor(threshold.trim(), currency) ?? 0) <= balance) return null;
  const money = formatMoney({ amount: balance, currency }, i18n.language);
  return (
    <p className={classes.differs} role="status">
      {t(card === null ? 'auto.chargedOnceSaved' : 'auto.chargedNow', { balance: money })}
    </p>
  );
}

/** What a field refuses before the server is asked. */
function useRules(currency: string) {
  const { t, i18n } = useTranslation('wallet');
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  const of = (text: string) => decimalToMinor(text.trim(), currency) ?? 0;
  const limit = (text: string, { amount }: Values) => (of(text) >= of(amount) ? null : t('auto.limitBad'));
  return {
    threshold: (text: string) =>
      of(text) > 0 && of(text) <= maxRecharge ? null : t('auto.thresholdBad', { most: money(maxRecharge) }),
    amount: (text: string) =>
      of(text) >= minRecharge && of(text) <= maxRecharge
        ? null
        : t('auto.amountBad', { least: money(minRecharge), most: money(maxRecharge) }),
    most_a_day: limit,
    most_a_month: (text: string, values: Values) => (text.trim() === '' ? null : limit(text, values)),
  };
}
