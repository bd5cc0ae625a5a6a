import { Anchor, Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { providerZone } from '#contract/constants.ts';
import type { promiseStates } from '#contract/delivery-planning-rules.ts';
import { type CheckoutPart, CheckoutNext, type CheckoutOutcome } from '#web/components/checkout-next.tsx';
import { useCheckoutOutcome } from '#web/components/use-checkout-outcome.ts';
import { useMay } from '#web/components/session.tsx';
import { formatMoney, formatNumber, formatTime } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import hint from '#web/ui/hint.module.css';
import { Panel } from '#web/ui/page.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import type { OrderBlock } from '#web/components/order-status.tsx';
import type { deliveryPlanning } from '#web/i18n/en/delivery-planning.ts';
import { useNow } from '#web/lib/now.ts';
import classes from './delivery-planning.module.css';
import { isAtStake, isFigured, leadOf, manyOf, rightOf, type Step, stepsOf, timeLeft } from './today-steps.ts';
import type { Board } from './delivery-planning-types.ts';

const mostShown = 4;

type TodayProps = {
  Checkout: CheckoutPart;
  main: boolean;
  /** Whether something waits for the merchant: then nobody is told to be all set. */
  othersWait: boolean;
};

/** The promise board: which unpaid orders make the next cut-off, and the fewest actions that free the others. */
export function TodayPanel({ Checkout, main, othersWait }: TodayProps) {
  const { t } = useTranslation('delivery-planning');
  const { data: board, error, refetch } = useApiQuery(api.deliveryPlanning.board, { query: { horizon: 'next' } });
  const [paying, setPaying] = useState<readonly string[]>();
  const ended = useCheckoutOutcome({ paying: paying !== undefined });
  const endPaying = () => setPaying(undefined);
  const handleDone = (done: CheckoutOutcome) => {
    endPaying();
    ended.say(done);
  };
  return (
    <Panel
      title={t('title')}
      actions={board && <PayAll payable={board.payable} currency={board.currency} main={main} onPay={setPaying} />}
    >
      {ended.outcome && (
        <div className={classes.paid}>
          <CheckoutNext outcome={ended.outcome} onHide={ended.hide} />
        </div>
      )}
      {error && !board ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {!error && !board && <Skeleton height={116} radius={6} />}
      {board && (
        <BoardState board={board} main={main && board.payable.order_ids.length === 0} othersWait={othersWait} />
      )}
      {paying && <Checkout orderIds={paying} seen={new Map()} onClose={endPaying} onDone={handleDone} />}
    </Panel>
  );
}

type PayAllProps = {
  payable: Board['payable'];
  currency: string;
  main: boolean;
  onPay: (ids: readonly string[]) => void;
};

function PayAll({ payable: { order_ids, amount }, currency, main, onPay }: PayAllProps) {
  const { t, i18n } = useTranslation('delivery-planning');
  const may = useMay();
  if (order_ids.length === 0 || !may('orders', 'pay')) return null;
  const sum = formatMoney({ amount, currency }, i18n.language);
  return (
    <Button variant={main ? 'filled' : 'default'} onClick={() => onPay(order_ids)}>
      {t('pay', { count: order_ids.length, amount: sum })}
    </Button>
  );
}

type BoardProps = { board: Board; main: boolean; othersWait: boolean };

function BoardState({ board, main, othersWait }: BoardProps) {
  const { t, i18n } = useTranslation('delivery-planning');
  return (
    <div className={classes.board}>
      <CutOff board={board} othersWait={othersWait} />
      {board.considered > 0 && <Figures board={board} />}
      <TodayStepList
        steps={stepsOf(board, i18n.language)}
        freed={board.counts.freed}
        currency={board.currency}
        main={main}
      />
      {!board.fewest_is_exact && <p className={classes.quiet}>{t('perhapsFewer')}</p>}
    </div>
  );
}

type State = (typeof promiseStates)[number];
/** Whose turn it is, as a colour. */
const figures: readonly { state: State; tone: string }[] = [
  { state: 'makes', tone: 'done' },
  { state: 'freed', tone: 'wants' },
  { state: 'provider', tone: 'ours' },
  { state: 'too_late', tone: 'later' },
];

/** How many orders there are of each kind; kinds without any are left out. */
function Figures({ board }: { board: Board }) {
  const { counts } = board;
  const { t, i18n } = useTranslation('delivery-planning');
  return (
    <ul className={classes.figures} aria-label={t('figures')}>
      {figures
        .filter(({ state }) => isFigured(state, board))
        .map(({ state, tone }) => (
          <li key={state}>
            <Link to={withQuery(paths.orders, { cut_off: state })} className={classes.figure} data-tone={tone}>
              <span className={classes.number}>{formatNumber(counts[state], i18n.language)}</span>
              <span>{t(`states.${state}`, { count: counts[state] })}</span>
            </Link>
          </li>
        ))}
    </ul>
  );
}

/** How long is left, in the reader's time and in the warehouse's, and what there is to be said of the orders. */
function CutOff({ board, othersWait }: { board: Board; othersWait: boolean }) {
  const { t, i18n } = useTranslation('delivery-planning');
  const now = useNow();
  const { next_cut_off: at, holiday } = board;
  const name = i18n.language.startsWith('zh') ? holiday?.name_zh : holiday?.name_en;
  return (
    <div className={classes.cutOff}>
      {at !== null && <p className={classes.clock}>{leftOf(at)}</p>}
      <p className={classes.lead}>{t(leadOf(board, othersWait), { count: board.considered })}</p>
      {holiday && <p className={classes.quiet}>{t('holiday', { name, day: holiday.day })}</p>}
    </div>
  );

  function leftOf(moment: string) {
    const { hours, minutes } = timeLeft(moment, now);
    const left = hours === 0 ? t('minutes', { minutes }) : t('hours', { hours, minutes });
    const here = sameDay(moment, now) ? formatTime(moment, 'h:i') : formatTime(moment, 'y-m-d h:i');
    const there = warehouseTime(moment);
    const time = there === formatTime(moment, 'h:i') ? here : t('bothZones', { here, there });
    return (
      <>
        <strong>{t('left', { left })}</strong>{' '}
        <time dateTime={moment}>{t(isAtStake(board) ? 'cutOffAt' : 'firstCutOff', { time })}</time>
      </>
    );
  }
}

const sameDay = (at: string, now: Date): boolean => formatTime(at, 'y-m-d') === formatTime(now, 'y-m-d');

const warehouseTime = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: providerZone,
  }).format(new Date(at));

type Fix = keyof typeof deliveryPlanning.fixes;
type ListProps = { steps: readonly Step[]; freed: number; currency: string; main: boolean };

/** The fewest steps that free all orders that can still go, each with the button that leads to it. */
function TodayStepList({ steps, freed, currency, main }: ListProps) {
  const { t } = useTranslation('delivery-planning');
  const [all, setAll] = useState(false);
  if (steps.length === 0) return null;
  const rest = all ? 0 : steps.length - mostShown;
  return (
    <section className={classes.plan} aria-label={t('plan')}>
      <h3 className={classes.planTitle}>{t('planFor', { steps: steps.length, orders: freed })}</h3>
      <ol className={classes.steps}>
        {(all ? steps : steps.slice(0, mostShown)).map((step, index) => (
          <StepRow key={step.key} step={step} currency={currency} main={main && index === 0} />
        ))}
      </ol>
      {rest > 0 && (
        <Anchor component="button" type="button" size="sm" className={hint.hint ?? ''} onClick={() => setAll(true)}>
          {t('more', { count: rest })}
        </Anchor>
      )}
    </section>
  );
}

function StepRow({ step, currency, main }: { step: Step; currency: string; main: boolean }) {
  const { t, i18n } = useTranslation('delivery-planning');
  const { t: to } = useTranslation('orders');
  const may = useMay();
  const { action, label, times, amount } = step;
  const block = action === 'other' ? to(`blocks.${label as OrderBlock['code']}`, { defaultValue: label }) : ''; // a code that the server knows
  const sum = amount === null ? '' : formatMoney({ amount, currency }, i18n.language);
  const fix = action === 'other' && i18n.exists(`delivery-planning:fixes.${label}`) ? t(`fixes.${label as Fix}`) : null; // looked up
  const name =
    fix ??
    (times === 1
      ? t(`actions.${action}`, { label, amount: sum, block })
      : t(`bulkActions.${manyOf(action)}`, { block, count: times }));
  return (
    <li className={classes.step}>
      <span className={classes.stepName}>{name}</span>
      <span className={classes.quiet}>
        {[t('unblocks', { count: step.orders }), step.store].filter(Boolean).join(' · ')}
      </span>
      {may(...rightOf[action]) ? (
        <Button
          component={Link}
          to={step.to}
          size="compact-sm"
          variant={main ? 'filled' : 'default'}
          aria-label={`${t(`buttons.${action}`)}, ${name}`}
        >
          {t(`buttons.${action}`)}
        </Button>
      ) : (
        <span className={classes.owner}>{t('askOwner')}</span>
      )}
    </li>
  );
}
