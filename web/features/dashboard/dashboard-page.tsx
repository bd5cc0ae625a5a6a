import { Anchor, Button, Skeleton } from '@mantine/core';
import { type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyBoundary } from '#web/components/lazy-part.tsx';
import { Link } from 'react-router';
import { type Turn, turns } from '#contract/order-states.ts';
import { useMay, useViewer } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatDue, formatMoney, formatNumber, formatTime } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { type Dashboard, useDashboard } from '#web/components/use-dashboard.ts';
import classes from './dashboard.module.css';
import { FirstSteps } from './first-steps.tsx';
import { NextTasks } from './next-tasks.tsx';
import { useGuidance } from './use-guidance.ts';
import type { Step } from './dashboard-types.ts';

/** What can still leave today; another feature's. */
export type TodayPart = ComponentType<{
  /** Whether its action is the page's first. */
  main: boolean;
  /** Whether something waits for the merchant: then nobody is told to be all set. */
  othersWait: boolean;
}>;

type CounterKey = Exclude<
  keyof Dashboard['work'],
  | 'to_pay_amount'
  | 'to_pay_invoiced'
  | 'to_pay_requested'
  | 'orders_waiting'
  | 'quoting'
  | 'waiting_due_at'
  | 'unmapped_without_orders'
>;
type Counter = { key: CounterKey; to: string; wants: Turn | null };

/** The orders that cannot go on before one of the two acts. */
const counterOf = (turn: Turn): Counter => {
  const { tab } = turns[turn];
  return { key: tab, to: `${paths.orders}?tab=${tab}`, wants: turn };
};
/** Where each counter leads, and whom it wants. */
const counters: readonly Counter[] = [
  counterOf('merchant'),
  { key: 'to_pay', to: `${paths.orders}?tab=to_pay`, wants: 'merchant' },
  { key: 'quotes_to_answer', to: `${paths.quotes}?tab=quoted`, wants: 'merchant' },
  { key: 'unmapped_products', to: `${paths.products}?to_map=yes&orders=waiting`, wants: 'merchant' },
  counterOf('provider'),
  { key: 'processing', to: `${paths.orders}?tab=processing`, wants: null },
  { key: 'shipped', to: `${paths.orders}?tab=shipped`, wants: null },
];

/** All products to map, also those that no order waits for. */
const allToMap = `${paths.products}?to_map=yes`;

/** Parts of other features. */
type Parts = { Today: TodayPart; Sales: ComponentType };

/** Open work, money and the way to the first parcel, all of one moment. */
export function DashboardPage({ Today, Sales }: Parts) {
  const { t } = useTranslation('dashboard');
  const query = useDashboard();
  const guidance = useGuidance();
  const { data } = query;
  return (
    <Page
      title={t('title')}
      state={data && t('asOf', { time: formatTime(data.as_of, 'y-m-d h:i') })}
      actions={<RechargeButton main={data !== undefined && mainOf(data, guidance.data?.steps) === 'recharge'} />}
    >
      {query.error !== null && data === undefined && (
        <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
      )}
      {data && !guidance.waiting ? (
        <Figures data={data} guidance={guidance} Today={Today} Sales={Sales} />
      ) : (
        !query.isError && <Waiting />
      )}
    </Page>
  );
}

/** Where the page's one main action stands: on the way to the first parcel, then with the orders, then with other tasks. */
function mainOf({ work, tasks }: Dashboard, steps: readonly Step[] = []): 'steps' | 'today' | 'tasks' | 'recharge' {
  if (steps.some(({ done }) => !done)) return 'steps';
  if (work.orders_waiting > 0) return 'today';
  return tasks.length > 0 ? 'tasks' : 'recharge';
}

function RechargeButton({ main }: { main: boolean }) {
  const { t } = useTranslation('dashboard');
  return useMay()('wallet', 'pay') ? (
    <Button component={Link} to={paths.recharge} variant={main ? 'filled' : 'default'}>
      {t('recharge')}
    </Button>
  ) : null;
}

type FiguresProps = Parts & { data: Dashboard; guidance: ReturnType<typeof useGuidance> };

function Figures({ data, guidance, Today, Sales }: FiguresProps) {
  const { t } = useTranslation('dashboard');
  const may = useMay();
  const main = mainOf(data, guidance.data?.steps);
  return (
    <>
      <FirstSteps guidance={guidance} tasks={data.tasks} />
      <Counters data={data} />
      <NextTasks tasks={data.tasks} currency={data.wallet?.currency ?? 'USD'} main={main === 'tasks'} />
      {data.stores.connected > 0 && (
        <LazyBoundary fallback={<Skeleton height={168} radius={6} />}>
          <Today main={main === 'today'} othersWait={data.tasks.length > 0 || data.work.action_needed > 0} />
        </LazyBoundary>
      )}
      <div className={classes.columns}>
        {data.wallet && (
          <Panel title={t('money')}>
            <WalletState wallet={data.wallet} />
          </Panel>
        )}
        {data.blocks.length > 0 && (
          <Panel title={t('blockedOrders')}>
            <Blocks blocks={data.blocks} />
            {data.more_blocks && (
              <Anchor component={Link} to={allBlocked} className={classes.allBlocks}>
                {t('allBlocked', { count: data.work.action_needed })}
              </Anchor>
            )}
          </Panel>
        )}
        <Panel title={t('stores')}>
          <StoreState data={data} byFiles={guidance.data?.byFiles ?? false} />
        </Panel>
      </div>
      {data.stores.connected > 0 && may('statistics', 'view') && (
        <LazyBoundary fallback={<Skeleton height={440} radius={6} />}>
          <Sales />
        </LazyBoundary>
      )}
    </>
  );
}

function Waiting() {
  return (
    <>
      <Skeleton height={92} radius={6} />
      <div className={classes.columns}>
        <Skeleton height={168} radius={6} />
        <Skeleton height={168} radius={6} />
      </div>
    </>
  );
}

/** Open work as numbers that lead to their rows; zero is grey, what wants the reader amber. */
function Counters({ data }: { data: Dashboard }) {
  const { t, i18n } = useTranslation('dashboard');
  const viewer = useViewer();
  const amount =
    data.wallet && formatMoney({ amount: data.work.to_pay_amount, currency: data.wallet.currency }, i18n.language);
  return (
    <section aria-label={t('work')} className={classes.counters}>
      {counters.map(({ key, to, wants }) => {
        const n = data.work[key];
        return (
          <Link
            key={key}
            to={key === 'unmapped_products' && n === 0 ? allToMap : to}
            className={classes.counter}
            data-state={n === 0 ? 'none' : wants === viewer ? 'wants' : 'some'}
          >
            <span className={classes.number}>{formatNumber(n, i18n.language)}</span>
            <span className={classes.name}>{t(`counters.${key}`)}</span>
            {key === 'to_pay' && n > 0 && amount && (
              <span className={classes.detail}>{t('toPayAmount', { amount })}</span>
            )}
            {key === 'to_pay' && data.work.to_pay_invoiced > 0 && (
              <span className={classes.detail}>{t('toPayInvoiced', { count: data.work.to_pay_invoiced })}</span>
            )}
            {key === 'to_pay' && data.work.to_pay_requested > 0 && (
              <span className={classes.detail}>{t('toPayRequested', { count: data.work.to_pay_requested })}</span>
            )}
            {key === 'unmapped_products' && data.work.unmapped_without_orders > 0 && (
              <span className={classes.detail}>{t('unmappedIdle', { count: data.work.unmapped_without_orders })}</span>
            )}
            {key === 'waiting_for_us' && data.work.waiting_due_at !== null && (
              <span className={classes.detail}>
                <UnbrokenNumbers
                  text={t(data.work.waiting_due_at < data.as_of ? 'waitingOverdue' : 'waitingDue', {
                    time: formatDue(data.work.waiting_due_at, new Date(data.as_of), i18n.language),
                  })}
                />
              </span>
            )}
          </Link>
        );
      })}
    </section>
  );
}

/** Whether the stores are connected and when they were last compared, where they sync, and who answers for the provider. */
function StoreState({ data: { stores, agent }, byFiles }: { data: Dashboard; byFiles: boolean }) {
  const { t } = useTranslation('dashboard');
  return (
    <dl className={classes.facts}>
      <dt>
        <Anchor component={Link} to={paths.stores}>
          {t('connected', { count: stores.connected })}
        </Anchor>
      </dt>
      <dd data-missing={stores.needs_reauth > 0}>
        {stores.needs_reauth > 0 && t('needsReauth', { count: stores.needs_reauth })}
      </dd>
      {!byFiles && (
        <>
          <dt>{t('synced')}</dt>
          <dd>{stores.last_reconciled_at ? <TimeCell time={stores.last_reconciled_at} /> : t('never')}</dd>
        </>
      )}
      <dt>{t('agent')}</dt>
      <dd>{agent ? agent.name : t('noAgent')}</dd>
    </dl>
  );
}

/** The balance, what is on its way in, and what paying everything would leave or lack. */
function WalletState({ wallet }: { wallet: NonNullable<Dashboard['wallet']> }) {
  const { t, i18n } = useTranslation('dashboard');
  const money = (amount: number) => formatMoney({ amount, currency: wallet.currency }, i18n.language);
  const { left, owed, to_pay: toPay } = wallet;
  return (
    <dl className={classes.facts}>
      <dt>{t('available')}</dt>
      <dd className={classes.strong}>
        <Anchor component={Link} to={paths.wallet}>
          {money(wallet.available)}
        </Anchor>
      </dd>
      <dt>{t('pending')}</dt>
      <dd>
        {wallet.pending > 0 ? (
          <Anchor component={Link} to={paths.recharge}>
            {money(wallet.pending)}
          </Anchor>
        ) : (
          money(wallet.pending)
        )}
      </dd>
      {toPay > 0 && (
        <>
          <dt>{t('toPay')}</dt>
          <dd>
            <Anchor component={Link} to={withQuery(paths.orders, { tab: 'to_pay' })}>
              {money(toPay)}
            </Anchor>
          </dd>
        </>
      )}
      {wallet.requested > 0 && (
        <>
          <dt>{t('requested')}</dt>
          <dd>
            <Anchor component={Link} to={withQuery(paths.wallet, { tab: 'approvals' })}>
              {money(wallet.requested)}
            </Anchor>
          </dd>
        </>
      )}
      {owed > 0 && (
        <>
          <dt>{t('owed')}</dt>
          <dd>
            <Anchor component={Link} to={withQuery(paths.invoices, { tab: 'unpaid' })}>
              {money(owed)}
            </Anchor>
          </dd>
        </>
      )}
      <dt>{left < 0 ? t('shortfall') : t('afterPaying')}</dt>
      <dd data-missing={left < 0}>{money(Math.abs(left))}</dd>
    </dl>
  );
}

const allBlocked = withQuery(paths.orders, { tab: turns.merchant.tab });

/** Why orders stand still, most orders first; each reason leads to its orders. */
function Blocks({ blocks }: { blocks: Dashboard['blocks'] }) {
  const { t, i18n } = useTranslation('orders');
  return (
    <ul className={classes.blocks}>
      {blocks.map(({ code, quote, orders }) => (
        <li key={`${code}:${quote}`}>
          <Link
            to={withQuery(paths.orders, {
              tab: turns.merchant.tab,
              block: code ?? undefined,
              quote: quote ?? undefined,
            })}
            className={classes.block}
          >
            <span>
              {code === null ? t(`lack.chips.${quote === 'answer' ? 'answer' : 'accept'}`) : t(`blocks.${code}`)}
            </span>
            <span className={classes.blockCount}>{formatNumber(orders, i18n.language)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
