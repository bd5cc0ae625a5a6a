import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { Link } from 'react-router';
import type { AutoRechargeState } from '#contract/auto-recharge-rules.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useMay } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatMoney, formatTime } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Panel } from '#web/ui/page.tsx';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { CardName } from './card-name.tsx';
import { RechargeState } from './recharge-columns.tsx';
import { useCardPage } from './use-card-page.ts';
import type { AutoRecharge } from './wallet-types.ts';
import classes from './wallet.module.css';

const tones: Record<AutoRechargeState, StatusTone> = {
  off: 'grey',
  no_card: 'amber',
  stopped: 'red',
  charging: 'blue',
  retrying: 'amber',
  limit: 'amber',
  on: 'green',
};

/** Auto-recharge in the wallet: what it does, with which card, its last charges, and what it lacks. */
export function AutoRechargePanel({ onEdit }: { onEdit: () => void }) {
  const { t } = useTranslation('wallet');
  const may = useMay();
  const { data } = useApiQuery(api.autoRecharge.get, {});
  if (!data || (!data.offered && !data.enabled)) return null;
  const unused = data.version === 0;
  if (unused && !may('wallet', 'pay')) return null;
  return (
    <Panel
      title={t('auto.title')}
      actions={
        may('wallet', 'pay') && (
          <Button variant="default" size="xs" onClick={onEdit}>
            {unused ? t('auto.setUp') : t('auto.edit')}
          </Button>
        )
      }
    >
      {unused ? <p className={classes.hint}>{t('auto.about')}</p> : <State auto={data} />}
    </Panel>
  );
}

function State({ auto }: { auto: AutoRecharge }) {
  const { t } = useTranslation('wallet');
  const { state, charges } = auto;
  const rule = useRule(auto);
  return (
    <div className={classes.auto}>
      <p className={classes.autoLine}>
        <StatusChip tone={tones[state]} label={t(`auto.states.${state}`)} />
        <span>{rule}</span>
      </p>
      <Trouble auto={auto} />
      <Card auto={auto} />
      {charges.length > 0 && (
        <ul className={classes.charges} aria-label={t('auto.charges')}>
          {charges.map((charge) => (
            <Charge key={charge.id} charge={charge} currency={auto.currency} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** What it is set to, in one sentence. */
function useRule({ state, threshold, amount, most_a_day, most_a_month, currency }: AutoRecharge): string {
  const { t, i18n } = useTranslation('wallet');
  const money = (value: number) => formatMoney({ amount: value, currency }, i18n.language);
  const values = { amount: money(amount), threshold: money(threshold), day: money(most_a_day) };
  const off = state === 'off';
  if (most_a_month === null) return t(off ? 'auto.ruleOff' : 'auto.rule', values);
  return t(off ? 'auto.ruleOffMonth' : 'auto.ruleMonth', { ...values, month: money(most_a_month) });
}

/** Why it does not charge, with what to do. */
function Trouble({ auto }: { auto: AutoRecharge }) {
  const { t, i18n } = useTranslation('wallet');
  const money = (value: number) => formatMoney({ amount: value, currency: auto.currency }, i18n.language);
  const { state, stopped, try_again_at } = auto;
  if (state === 'stopped' && stopped) return <p className={classes.differs}>{t(`auto.stopped.${stopped}`)}</p>;
  if (state === 'retrying' && try_again_at)
    return (
      <p className={classes.differs}>
        <UnbrokenNumbers text={t('auto.retry', { time: formatTime(try_again_at, 'y-m-d h:i') })} />
      </p>
    );
  if (state === 'limit')
    return (
      <p className={classes.differs}>
        {t('auto.limit', { today: money(auto.charged_today), month: money(auto.charged_this_month) })}
      </p>
    );
  return null;
}

function Card({ auto: { card, offered, state } }: { auto: AutoRecharge }) {
  const { t } = useTranslation('wallet');
  const may = useMay();
  const confirm = useConfirm();
  const page = useCardPage();
  const remove = useApiMutation(api.autoRecharge.removeCard, {
    refetch: ['autoRecharge'],
    onSuccess: () => toast.success(t('auto.removed')),
  });
  const handleRemove = async () => {
    const text = t('auto.removeText');
    const sure = await confirm({
      title: t('auto.removeTitle'),
      text,
      confirmLabel: t('auto.remove'),
      destructive: true,
    });
    if (sure) await remove.run({});
  };
  const mayPay = may('wallet', 'pay');
  const wanted = state === 'stopped' || state === 'no_card';
  const label = card ? t('auto.replace') : t('auto.add');
  return (
    <div className={classes.card}>
      <span>{card ? <CardName card={card} /> : t('auto.noCard')}</span>
      {mayPay && offered && <CardButton wanted={wanted} label={label} busy={page.busy} onClick={page.go} />}
      {mayPay && card && <CardButton label={t('auto.remove')} busy={remove.busy} onClick={handleRemove} />}
    </div>
  );
}

type CardButtonProps = { label: string; busy: boolean; wanted?: boolean; onClick: () => Promise<unknown> };

/** A button where it is what helps, else a link. */
function CardButton({ label, busy, wanted = false, onClick }: CardButtonProps) {
  if (wanted)
    return (
      <Button size="xs" loading={busy} onClick={() => void onClick()}>
        {label}
      </Button>
    );
  return (
    <Anchor component="button" type="button" inherit disabled={busy} onClick={() => void onClick()}>
      {label}
    </Anchor>
  );
}

function Charge({ charge, currency }: { charge: AutoRecharge['charges'][number]; currency: string }) {
  const { t, i18n } = useTranslation('wallet');
  const { id, number, amount, created_at, note } = charge;
  return (
    <li>
      <Anchor component={Link} to={withQuery(paths.recharge, { recharge: id })} inherit>
        {number}
      </Anchor>
      <span className={classes.paymentValue}>{formatMoney({ amount, currency }, i18n.language)}</span>
      <RechargeState recharge={{ ...charge, automatic: true }} t={t} />
      <TimeCell time={created_at} />
      {note !== null && <span className={classes.chargeNote}>{note}</span>}
    </li>
  );
}
