import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import { DayField } from '#web/components/day-field.tsx';
import { useMay } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatDate, formatNumber, joinWords } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ProgressLine } from '#web/ui/progress.tsx';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiPages, useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { ComparisonReport } from './comparison-report.tsx';
import classes from './comparison.module.css';
import type { Comparison } from '../stores-types.ts';

const shownComparisons = 6;

/** Whether all orders of a store are synced: the last check, its differences and report, and starting another check. */
export function ComparisonPanel({ store }: { store: { id: string; status: string } }) {
  const { t } = useTranslation('comparisons');
  const may = useMay();
  const query = useApiQuery(api.comparisons.list, { query: { store_id: store.id, per_page: shownComparisons } });
  const [chosen, setChosen] = useState<string>();
  const all = query.data?.data ?? [];
  const running = all.find(({ state }) => state === 'running');
  const ended = all.filter(({ state }) => state !== 'running');
  const latest = ended.find(({ id }) => id === chosen) ?? ended[0];
  if (query.error) return <ErrorBox error={query.error} title={t('title')} onRetry={() => void query.refetch()} />;
  return (
    <DetailSection title={t('title')}>
      <div className={classes.panel}>
        {latest && <Outcome comparison={latest} />}
        {!latest && !running && !query.isPending && <p className={classes.text}>{t('never')}</p>}
        {running && <Running comparison={running} />}
        {may('stores', 'edit') && store.status === 'connected' && <Start storeId={store.id} busy={!!running} />}
        {latest && latest.found > 0 && <ComparisonFindings key={latest.id} comparison={latest} />}
        {latest?.report && <ComparisonReport key={`report-${latest.id}`} comparison={latest} />}
        {ended.length > 1 && <Earlier all={ended} shown={latest?.id} onChoose={setChosen} />}
      </div>
    </DetailSection>
  );
}

/** The result in one sentence, and what was done about the rest. */
function Outcome({ comparison }: { comparison: Comparison }) {
  const { t, i18n } = useTranslation('comparisons');
  const now = useNow();
  const { shop_orders, our_orders, found, healed, state, failure } = comparison;
  const number = (value: number) => formatNumber(value, i18n.language);
  const from = dayText(comparison.from);
  const open = found - healed;
  if (state === 'failed') {
    return (
      <p className={classes.text}>
        {t('failed')} {failure}
      </p>
    );
  }
  const upToNow = now.getTime() - Date.parse(`${comparison.to}T00:00:00Z`) < 3 * 86_400_000;
  const named = { count: shop_orders, orders: number(shop_orders), from, to: dayText(comparison.to) };
  const agreeing = { ...named, agreeing: number(shop_orders - open), count: open };
  const sentence = upToNow ? t('same', named) : t('sameRange', named);
  const whole = open > 0 ? t('partly', agreeing) : sentence;
  return (
    <div>
      <p className={classes.result}>
        {shop_orders === our_orders
          ? whole
          : t('unequal', { shop: number(shop_orders), ours: number(our_orders), from })}
      </p>
      <p className={classes.text}>
        {healed > 0 && `${t('healed', { count: healed })} `}
        {open > 0 && `${t('open')} `}
        <span className={classes.muted}>
          <Trans t={t} i18nKey="compared" components={{ time: <TimeCell time={comparison.finished_at} /> }} />
        </span>
      </p>
    </div>
  );
}

function Running({ comparison: { job } }: { comparison: Comparison }) {
  const { t } = useTranslation('comparisons');
  const share = job?.total ? job.progress / job.total : undefined;
  const detail = job?.total ? { detail: t('days', { done: job.progress, all: job.total }) } : {};
  return <ProgressLine label={t('running')} share={share} {...detail} />;
}

function Start({ storeId, busy }: { storeId: string; busy: boolean }) {
  const { t } = useTranslation('comparisons');
  const start = useApiMutation(api.comparisons.start);
  const [open, setOpen] = useState(false);
  const [days, setDays] = useState({ from: '', to: '' });
  const handleStart = () => {
    const { from, to } = days;
    const chosen = { ...(open && from !== '' && { from }), ...(open && to !== '' && { to }) };
    void start.run({ body: { store_id: storeId, ...chosen } });
  };
  return (
    <form
      className={classes.start}
      onSubmit={(event) => {
        event.preventDefault();
        handleStart();
      }}
    >
      {open && (
        <Group gap={12} align="flex-start">
          {(['from', 'to'] as const).map((end) => (
            <DayField key={end} label={t(end)} value={days[end]} onChange={(day) => setDays({ ...days, [end]: day })} />
          ))}
          <p className={classes.help}>{t('daysHelp')}</p>
        </Group>
      )}
      <Group gap={8}>
        <Button type="submit" size="xs" variant="default" loading={start.busy} disabled={busy}>
          {t('compare')}
        </Button>
        <Button size="xs" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('choose')}
        </Button>
      </Group>
    </form>
  );
}

type EarlierProps = { all: readonly Comparison[]; shown: string | undefined; onChoose: (id: string) => void };

function Earlier({ all, shown, onChoose }: EarlierProps) {
  const { t, i18n } = useTranslation('comparisons');
  const orders = (value: number) => formatNumber(value, i18n.language);
  return (
    <div>
      <h4 className={classes.subtitle}>{t('earlier')}</h4>
      <ul className={classes.earlier}>
        {all.map((one) => {
          const end = endOf(one);
          const words = {
            orders: orders(one.shop_orders),
            healed: orders(one.healed),
            open: orders(one.found - one.healed),
          };
          return (
            <li key={one.id}>
              <button
                type="button"
                className={classes.choice}
                aria-pressed={one.id === shown}
                onClick={() => onChoose(one.id)}
              >
                <TimeCell time={one.created_at} />
                <StatusChip tone={tones[end]} label={t(`summary.${end}`, words)} />
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type End = 'running' | 'failed' | 'same' | 'healed' | 'open';
const tones: Record<End, StatusTone> = {
  running: 'blue',
  failed: 'grey',
  same: 'green',
  healed: 'green',
  open: 'amber',
};

function endOf({ state, found, healed }: Comparison): End {
  if (state !== 'done') return state;
  if (found === 0) return 'same';
  return healed === found ? 'healed' : 'open';
}

type Finding = AnswerOf<Contract['comparisons']['findings']>[number];

/** Orders that did not agree, and what became of each; never what they say. */
function ComparisonFindings({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation('comparisons');
  const query = useApiPages(
    api.comparisons.findings,
    comparison.found > 0 ? { query: { comparison_id: comparison.id, per_page: 10 } } : null,
  );
  const findings = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <div>
      <h4 className={classes.subtitle}>{t('findings')}</h4>
      <div className={classes.findings}>
        <PlainTable label={t('findings')}>
          <thead>
            <tr>
              <th scope="col">{t('columns.order')}</th>
              <th scope="col">{t('columns.day')}</th>
              <th scope="col">{t('columns.what')}</th>
              <th scope="col">{t('columns.outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {findings.map((finding) => (
              <Row key={finding.external_id} finding={finding} />
            ))}
          </tbody>
        </PlainTable>
      </div>
      {query.hasNextPage && (
        <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}

function Row({ finding }: { finding: Finding }) {
  const { t, i18n } = useTranslation('comparisons');
  const parts = joinWords(
    finding.differs.map((part) => t(`differs.${part}`)),
    i18n.language,
  );
  return (
    <tr>
      <td>{finding.order_name ?? finding.external_id}</td>
      <td>{dayText(finding.day)}</td>
      <td>
        {t(`kind.${finding.kind}`)}
        {parts !== '' && `: ${parts}`}
      </td>
      <td>
        <StatusChip tone={finding.outcome === 'healed' ? 'green' : 'amber'} label={t(`outcome.${finding.outcome}`)} />
      </td>
    </tr>
  );
}

/** A day of the shop, in the user's words: noon, so that no zone moves it. */
const dayText = (day: string): string => formatDate(`${day}T12:00:00`);
