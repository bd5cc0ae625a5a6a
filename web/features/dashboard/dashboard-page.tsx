import { Button, Skeleton } from '@mantine/core';
import { type ComponentType, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '#web/components/session.tsx';
import { formatTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { type Dashboard, useDashboard } from '#web/components/use-dashboard.ts';
import classes from './dashboard.module.css';
import { Blocks } from './blocks.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Counters } from './counters.tsx';
import { useGuidance } from './use-guidance.ts';
import { StoreState } from './store-state.tsx';
import { WalletState } from './wallet-state.tsx';
import type { Step } from './dashboard-types.ts';

/** What can still leave today; another feature's. `main` says whether its act is the page's first. */
export type TodayPart = ComponentType<{ main: boolean }>;

/** Open work, money and the way to the first parcel, all of one moment. */
export function DashboardPage({ Today }: { Today: TodayPart }) {
  const { t } = useTranslation('dashboard');
  const query = useDashboard();
  const guidance = useGuidance();
  const { data } = query;
  return (
    <Page
      title={t('title')}
      state={data && t('asOf', { time: formatTime(data.as_of, 'y-m-d h:i') })}
      actions={<RechargeButton main={!hasOpenStep(guidance.data?.steps) && data?.work.orders_waiting === 0} />}
    >
      {query.error !== null && data === undefined && (
        <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
      )}
      {data && !guidance.waiting ? (
        <Figures data={data} guidance={guidance} Today={Today} />
      ) : (
        !query.isError && <Waiting />
      )}
    </Page>
  );
}

/** While the way to the first parcel is open, its next step is the page's one main action. */
const hasOpenStep = (steps: readonly Step[] = []) => steps.some(({ done }) => !done);

function RechargeButton({ main }: { main: boolean }) {
  const { t } = useTranslation('dashboard');
  return useMay()('wallet', 'pay') ? (
    <Button component={Link} to={paths.recharge} variant={main ? 'filled' : 'default'}>
      {t('recharge')}
    </Button>
  ) : null;
}

type FiguresProps = { data: Dashboard; guidance: ReturnType<typeof useGuidance>; Today: TodayPart };

function Figures({ data, guidance, Today }: FiguresProps) {
  const { t } = useTranslation('dashboard');
  return (
    <>
      <FirstSteps guidance={guidance} />
      <Counters data={data} />
      {data.stores.connected > 0 && (
        <Suspense fallback={<Skeleton height={168} radius={6} />}>
          <Today main={!hasOpenStep(guidance.data?.steps)} />
        </Suspense>
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
          </Panel>
        )}
        <Panel title={t('stores')}>
          <StoreState data={data} />
        </Panel>
      </div>
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
