import { Anchor, Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { useMay } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { RequestedOrders } from '../requested-orders.tsx';
import { usePayable } from '../use-payable.ts';
import classes from '../orders.module.css';

type Run = AnswerOf<Contract['autopay']['allRuns']>[number];

type NextRun = AnswerOf<Contract['autopay']['next']>[number];

const allToPay = { tab: 'to_pay' };

/** Automatic payment: what the next run would do for each store, and what the runs so far did (domain.md §4.8). */
export function AutopayDrawer({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('orders-list');
  const payable = usePayable(allToPay);
  const next = useApiQuery(api.autopay.next, {});
  const runs = useApiQuery(api.autopay.allRuns, { query: { per_page: 20 } });
  return (
    <DetailDrawer opened onClose={onClose} title={t('autopay.title')}>
      <DetailSection title={t('autopay.next')}>
        {payable && (
          <p className={classes.runWords}>
            {t('payStrip.total', {
              count: payable.orders,
              amount: formatMoney({ amount: payable.total, currency: payable.currency }, i18n.language),
            })}{' '}
            <RequestedOrders payable={payable} />
          </p>
        )}
        {next.error !== null && !next.data && <ErrorBox error={next.error} onRetry={() => void next.refetch()} />}
        {!next.data && next.isFetching && <Skeleton height={120} />}
        {next.data?.length === 0 && <p className={classes.muted}>{t('autopay.noStore')}</p>}
        {next.data?.map((run) => (
          <StoreRun key={run.store.id} run={run} />
        ))}
      </DetailSection>
      <DetailSection title={t('autopay.runs')}>
        {runs.error !== null && !runs.data && <ErrorBox error={runs.error} onRetry={() => void runs.refetch()} />}
        {runs.data?.data.length === 0 && <p className={classes.muted}>{t('autopay.noRun')}</p>}
        <ul className={classes.runs}>
          {runs.data?.data.map((run) => (
            <PastRun key={run.id} run={run} />
          ))}
        </ul>
      </DetailSection>
    </DetailDrawer>
  );
}

/** A store: when it pays by itself, what a run would pay now, and the button that runs it. */
function StoreRun({ run }: { run: NextRun }) {
  const { t, i18n } = useTranslation('orders-list');
  const may = useMay();
  const money = formatMoney({ amount: run.total, currency: run.currency }, i18n.language);
  const { run: pay, busy } = useApiMutation(api.autopay.runNow);
  return (
    <div className={classes.run}>
      <div className={classes.runHead}>
        <strong>{run.store.name}</strong>
        <span className={classes.muted}>
          {!run.connected
            ? t('autopay.notConnected')
            : run.paused
              ? t('autopay.paused')
              : t(`autopay.modes.${run.mode}`, { time: run.pay_at ?? '' })}
          {run.next_at !== null && (
            <>
              {' · '}
              {t('autopay.nextAt')} <TimeCell time={run.next_at} />
            </>
          )}
        </span>
        {may('stores', 'view') && (
          <Anchor component={Link} to={withQuery(paths.stores, { store: run.store.id, view: 'settings' })} inherit>
            {t('autopay.settings')}
          </Anchor>
        )}
      </div>
      {run.considered === 0 ? (
        <p className={classes.runWords}>{t('autopay.nothing')}</p>
      ) : (
        <Outcome run={run} words={t('autopay.would', { paid: run.paid, count: run.considered })} />
      )}
      {run.missing > 0 && (
        <div className={classes.runWords}>
          {t('autopay.short', { money: formatMoney({ amount: run.missing, currency: run.currency }, i18n.language) })}
          {may('wallet', 'pay') && (
            <>
              {' · '}
              <Anchor component={Link} to={withQuery(paths.recharge, { short: String(run.missing) })} inherit>
                {t('autopay.addFunds')}
              </Anchor>
            </>
          )}
        </div>
      )}
      {may('orders', 'pay') && run.paid > 0 && !run.paused && run.connected && (
        <div>
          <Button variant="default" loading={busy} onClick={() => void pay({ params: { id: run.store.id } })}>
            {t('autopay.runNow', { count: run.paid, money })}
          </Button>
        </div>
      )}
    </div>
  );
}

function PastRun({ run }: { run: Run }) {
  const { t } = useTranslation('orders-list');
  return (
    <li className={classes.run}>
      <div className={classes.runHead}>
        <strong>{run.store.name}</strong>
        <span className={classes.muted}>
          <TimeCell time={run.at} /> · {run.by === null ? t('autopay.automatic') : t('autopay.by', { name: run.by })}
        </span>
        {run.invoice && (
          <Anchor component={Link} to={withQuery(paths.invoices, { invoice: run.invoice.id })} inherit>
            {run.invoice.number}
          </Anchor>
        )}
      </div>
      <Outcome run={run} words={t('autopay.did', { paid: run.paid, count: run.considered })} />
    </li>
  );
}

type OutcomeProps = { run: Pick<Run, 'total' | 'currency' | 'left'>; words: string };

/** How many were paid and for how much, and what was left by reason. */
function Outcome({ run, words }: OutcomeProps) {
  return (
    <>
      <p className={classes.runWords}>
        {words} · <MoneyCell money={{ amount: run.total, currency: run.currency }} tone="strong" />
      </p>
      {run.left.length > 0 && (
        <ul className={classes.problems}>
          {run.left.map((one) => (
            <li key={one.reason} className={classes.reason}>
              <span>{one.count} ×</span>
              <span>
                {one.reason} · <MoneyCell money={{ amount: one.total, currency: run.currency }} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
