import { Button, Input, Radio, Skeleton, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconBuildingBank, IconCreditCard } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  daysLasting,
  type RechargeBounds,
  rechargeBonus,
  rechargeBounds,
  rechargeCredit,
  rechargeFor,
} from '#contract/recharge-rules.ts';
import { api, type Contract } from '#web/api/client.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { decimalToMinor, formatMoney, formatNumber, minorToDecimal } from '#web/lib/format.ts';
import { Facts } from '#web/ui/facts.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { useSplitFacts } from './use-split-facts.ts';
import classes from './wallet.module.css';
import type { Recharge, Wallet } from './wallet-types.ts';

type Method = AnswerOf<Contract['wallet']['rechargeMethods']>[number];

const presets = [10_000, 50_000, 100_000, 500_000]; // domain.md §4.11
const icons = { transfer: IconBuildingBank, card: IconCreditCard } as const;

/** `amount` is what was typed; null: as much as is proposed. */
type Draft = { amount: string | null; method: string };

type FormProps = {
  currency: string;
  /** Undefined until it is known. */
  wallet: Wallet | undefined;
  /** What is missing to pay all orders and invoices: proposed as the amount, after the fee. Undefined until it is known. */
  needed: number | undefined;
  /** What it is for, kept with the recharge. */
  pays: Recharge['pays'];
  onStarted: (recharge: Recharge) => void | Promise<void>;
};

/** Amount, then method; a transfer goes on to its details, a card to the payment page. */
export function RechargeForm({ currency, wallet, needed, pays, onStarted }: FormProps) {
  const { t, i18n } = useTranslation('wallet');
  const methods = useApiQuery(api.wallet.rechargeMethods, {});
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  const form = useForm<Draft>({ initialValues: { amount: null, method: '' } });
  const { run, busy } = useApiMutation(api.wallet.createRecharge, {
    form,
    refetch: ['wallet'],
    onSuccess: async (recharge) => {
      form.reset();
      await onStarted(recharge);
    },
  });
  // a form that is there before its amount would refuse who takes what is offered
  if (methods.data === undefined || needed === undefined) return <Skeleton height={220} radius={6} />;
  const method = methods.data.find((one) => one.code === form.values.method) ?? methods.data[0];
  if (method === undefined) return <p className={classes.hint}>{t('noMethods')}</p>;
  const limits = rechargeBounds(method);
  const bounds = { least: money(limits.least), most: money(limits.most) };
  const enough = needed > 0 ? rechargeFor(needed, method.fee_bp, limits) : undefined;
  const text = form.values.amount ?? (enough === undefined ? '' : minorToDecimal(enough, currency));
  const amount = decimalToMinor(text, currency);
  const usual = presets.filter((preset) => inBounds(preset, limits));
  const choices = enough === undefined ? usual : [enough, ...usual.filter((preset) => preset > enough)];

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (amount === undefined || !inBounds(amount, limits)) {
      form.setFieldError('amount', t('amountBad', bounds));
      return;
    }
    const { order_ids, selection_id, invoice_id } = pays;
    void run({
      body: {
        method: method.code,
        amount,
        pays: { order_ids, ...(selection_id !== null && { selection_id }), ...(invoice_id !== null && { invoice_id }) },
      },
    });
  };
  return (
    <form className={classes.form} onSubmit={handleSubmit} noValidate>
      <Unsaved when={form.isDirty()} />
      <TextInput
        label={t('amount', { currency })}
        description={t('amountHelp', bounds)}
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('amount')}
        value={text}
        onChange={({ currentTarget: { value } }) =>
          form.setFieldValue('amount', value === '' && enough === undefined ? null : value)
        }
      />
      <div className={classes.presets}>
        {choices.map((choice) => (
          <Button
            key={choice}
            size="xs"
            variant="default"
            aria-pressed={amount === choice}
            onClick={() => form.setFieldValue('amount', choice === enough ? null : minorToDecimal(choice, currency))}
          >
            {money(choice)}
          </Button>
        ))}
      </div>
      <MethodChoice
        methods={methods.data}
        value={method.code}
        onChange={(code) => {
          form.setFieldValue('method', code);
          form.clearFieldError('amount');
        }}
      />
      <BonusTable method={method} money={money} />
      <Start method={method} amount={amount} wallet={wallet} currency={currency} money={money} busy={busy} />
    </form>
  );
}

const inBounds = (amount: number, { least, most }: RechargeBounds): boolean => amount >= least && amount <= most;

function Start({
  method,
  amount,
  wallet,
  currency,
  money,
  busy,
}: {
  method: Method;
  amount: number | undefined;
  wallet: Wallet | undefined;
  currency: string;
  money: (amount: number) => string;
  busy: boolean;
}) {
  const { t } = useTranslation('wallet');
  const splitOf = useSplitFacts(currency);
  const known = amount !== undefined && inBounds(amount, rechargeBounds(method));
  const bonus = known ? rechargeBonus(amount, method.bonus_tiers) : 0;
  const days = known ? daysAfter(wallet, rechargeCredit(amount, method.fee_bp) + bonus) : null;
  return (
    <>
      {amount !== undefined && amount > 0 && method.fee_bp > 0 && <Facts facts={splitOf(amount, method.fee_bp)} />}
      {bonus > 0 && (
        <p className={classes.hint}>{t('youGetBonus', { money: money(bonus), count: method.bonus_days })}</p>
      )}
      {days !== null && <p className={classes.hint}>{t('lastsThen', { count: days })}</p>}
      <div>
        <Button type="submit" loading={busy}>
          {t(`start.${method.kind}`, { money: known ? money(amount) : '' })}
        </Button>
      </div>
    </>
  );
}

/** For how many days the balance lasts with so much more; null where payments do not tell. */
function daysAfter(wallet: Wallet | undefined, more: number): number | null {
  if (wallet === undefined || wallet.spent_days === null) return null;
  return daysLasting(wallet.available + more, { spent: wallet.spent_30_days, days: wallet.spent_days });
}

/** What recharges by the chosen method bring beyond what is paid. */
function BonusTable({ method, money }: { method: Method; money: (amount: number) => string }) {
  const { t, i18n } = useTranslation('wallet');
  if (method.bonus_tiers.length === 0) return null;
  const tiers = method.bonus_tiers.toSorted((a, b) => a.from - b.from);
  return (
    <PlainTable label={t('bonusTable.title')}>
      <thead>
        <tr>
          <th data-align="end">{t('bonusTable.from')}</th>
          <th data-align="end">{t('bonusTable.bonus')}</th>
          <th data-align="end">{t('bonusTable.least')}</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier) => (
          <tr key={tier.from}>
            <td data-align="end">{money(tier.from)}</td>
            <td data-align="end">{formatNumber(tier.bp / 100, i18n.language, { maximumFractionDigits: 2 })}%</td>
            <td data-align="end">{money(rechargeBonus(tier.from, [tier]))}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}

function MethodChoice({
  methods,
  value,
  onChange,
}: {
  methods: readonly Method[];
  value: string;
  onChange: (code: string) => void;
}) {
  const { t, i18n } = useTranslation('wallet');
  const percent = (feeBp: number) => formatNumber(feeBp / 100, i18n.language, { maximumFractionDigits: 2 });
  return (
    <Radio.Group label={t('method')} value={value} onChange={onChange}>
      <div className={classes.methods}>
        {methods.map((method) => {
          const Icon = icons[method.kind];
          const fee = method.fee_bp === 0 ? t('noFee') : t('fee', { percent: percent(method.fee_bp) });
          return (
            <Radio.Card key={method.code} value={method.code} className={classes.method}>
              <Radio.Indicator />
              <span className={classes.methodWords}>
                <span className={classes.methodName}>{method.name}</span>
                <Input.Description component="span">
                  {t(`methodHint.${method.kind}`)} · {fee}
                </Input.Description>
              </span>
              <Icon size={20} stroke={1.5} aria-hidden />
            </Radio.Card>
          );
        })}
      </div>
    </Radio.Group>
  );
}
