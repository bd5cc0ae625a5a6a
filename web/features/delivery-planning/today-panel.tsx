import { Button, Skeleton } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { promiseStates } from '#contract/delivery-planning.ts';
import { useMay } from '#web/components/session.tsx';
import { formatMoney, formatNumber } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Panel } from '#web/ui/page.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { CutOff } from './cut-off.tsx';
import classes from './delivery-planning.module.css';
import { TodayStepList } from './today-step-list.tsx';
import { stepsOf } from './today-steps.ts';
import type { Board } from './delivery-planning-types.ts';

/** Pays orders over the page; another feature's. */
export type CheckoutPart = ComponentType<{
  orderIds: readonly string[];
  seen: ReadonlyMap<string, number>;
  onClose: () => void;
  onPaid: () => void;
}>;

/** The promise board: which unpaid orders make the next cut-off, and the fewest acts that free the others. */
export function TodayPanel({ Checkout, main }: { Checkout: CheckoutPart; main: boolean }) {
  const { t } = useTranslation('delivery-planning');
  const { data: board, error, refetch } = useApiQuery(api.deliveryPlanning.board, { query: { horizon: 'next' } });
  const [paying, setPaying] = useState<readonly string[]>();
  const endPaying = () => setPaying(undefined);
  return (
    <Panel
      title={t('title')}
      actions={board && <PayAll payable={board.payable} currency={board.currency} main={main} onPay={setPaying} />}
    >
      {error && !board ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {!error && !board && <Skeleton height={116} radius={6} />}
      {board && <BoardState board={board} main={main && board.payable.order_ids.length === 0} />}
      {paying && <Checkout orderIds={paying} seen={new Map()} onClose={endPaying} onPaid={endPaying} />}
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

function BoardState({ board, main }: { board: Board; main: boolean }) {
  const { t } = useTranslation('delivery-planning');
  return (
    <div className={classes.board}>
      <CutOff board={board} />
      {board.considered > 0 && <Figures counts={board.counts} />}
      <TodayStepList steps={stepsOf(board)} freed={board.counts.freed} currency={board.currency} main={main} />
      {!board.fewest_is_exact && <p className={classes.quiet}>{t('perhapsFewer')}</p>}
    </div>
  );
}

type State = (typeof promiseStates)[number];
/** Whose turn it is, as a colour, and where the orders stand in the list. */
const figures: readonly { state: State; tone: string; to: string }[] = [
  { state: 'makes', tone: 'done', to: withQuery(paths.orders, { tab: 'to_pay' }) },
  { state: 'freed', tone: 'wants', to: withQuery(paths.orders, { tab: 'action_needed' }) },
  { state: 'provider', tone: 'ours', to: withQuery(paths.orders, { tab: 'quoting' }) },
  { state: 'too_late', tone: 'later', to: withQuery(paths.orders, { tab: 'to_pay' }) },
];

/** How many orders there are of each kind; kinds without any are left out. */
function Figures({ counts }: { counts: Board['counts'] }) {
  const { t, i18n } = useTranslation('delivery-planning');
  return (
    <ul className={classes.figures} aria-label={t('figures')}>
      {figures
        .filter(({ state }) => counts[state] > 0)
        .map(({ state, tone, to }) => (
          <li key={state}>
            <Link to={to} className={classes.figure} data-tone={tone}>
              <span className={classes.number}>{formatNumber(counts[state], i18n.language)}</span>
              <span>{t(`states.${state}`, { count: counts[state] })}</span>
            </Link>
          </li>
        ))}
    </ul>
  );
}
