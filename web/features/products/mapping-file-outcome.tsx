import { Button, Group, Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import type { MappingFileResult, MappingFileRow } from '#contract/mapping-files.ts';
import { useDownload } from '#web/components/use-download.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import classes from './mapping-file.module.css';
import type { MappingFile } from './use-mapping-file.ts';

type OutcomeProps = { work: MappingFile; result: MappingFileResult; onClose: () => void };

const tones: Record<MappingFileRow['outcome'], StatusTone> = {
  changed: 'green',
  unchanged: 'grey',
  left_out: 'grey',
  bad: 'red',
};

/** What a mapping file would change or has changed, row by row, and the way on. */
export function MappingFileOutcome({ work, result, onClose }: OutcomeProps) {
  const { t, i18n } = useTranslation('mapping-files');
  const { download, busy } = useDownload();
  const committed = work.mode === 'commit';
  const stopped = result.bad > 0 && work.badRows === 'stop';
  const missing = result.variants === 0 ? t('nothing') : stopped ? t('stopped') : undefined;
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <>
      <p className={classes.text} role="status">
        {result.variants === result.changed
          ? t(result.committed ? 'finished' : 'checked') // how many is said below
          : t(result.committed ? 'done' : 'found', { count: result.variants, variants: number(result.variants) })}
        {result.orders > 0 && ` ${t('orders', { count: result.orders })}`}
        {result.payable > 0 && ` ${t('payable', { count: result.payable })}`}
      </p>
      <dl className={classes.figures}>
        {(['changed', 'unchanged', 'left_out', 'bad'] as const).map((name) => (
          <div key={name} data-bad={name === 'bad' && result.bad > 0}>
            <dt>{t(`outcomes.${name}`)}</dt>
            <dd>{number(result[name])}</dd>
          </div>
        ))}
      </dl>
      <MappingFileRows rows={result.shown} total={result.rows} />
      {!committed && result.variants > 0 && <Choices work={work} result={result} />}
      <Group gap={8}>
        {committed ? (
          <Button onClick={onClose}>{t('close')}</Button>
        ) : (
          <ReadyButton loading={work.starting} missing={missing} onClick={() => void work.ask('commit')}>
            {t('commit', { count: result.variants })}
          </ReadyButton>
        )}
        <Button variant="default" loading={busy} onClick={() => void download(result.report)}>
          {t('report')}
        </Button>
        <Button variant="default" onClick={work.again}>
          {t('another')}
        </Button>
      </Group>
    </>
  );
}

function Choices({ work, result }: Pick<OutcomeProps, 'work' | 'result'>) {
  const { t } = useTranslation('mapping-files');
  return (
    <>
      {result.bad > 0 && (
        <Radio.Group
          label={t('badRows')}
          value={work.badRows}
          onChange={(value) => work.setBadRows(value === 'skip' ? 'skip' : 'stop')}
        >
          <Stack gap={6} mt={6}>
            <Radio value="stop" label={t('stop')} />
            <Radio value="skip" label={t('skip')} />
          </Stack>
        </Radio.Group>
      )}
      {result.orders > 0 && (
        <Radio.Group
          label={t('apply')}
          value={work.apply}
          onChange={(value) => work.setApply(value === 'new_orders' ? 'new_orders' : 'open_orders')}
        >
          <Stack gap={6} mt={6}>
            <Radio value="open_orders" label={t('openOrders', { count: result.orders })} />
            <Radio value="new_orders" label={t('newOrders')} />
          </Stack>
        </Radio.Group>
      )}
    </>
  );
}

/** The rows of a mapping file, mistakes first: what they name, what becomes of them, from what to what. */
function MappingFileRows({ rows, total }: { rows: readonly MappingFileRow[]; total: number }) {
  const { t } = useTranslation('mapping-files');
  if (rows.length === 0) return null;
  return (
    <>
      <PlainTable label={t('rows')} maxHeight={320}>
        <thead>
          <tr>
            <th data-align="end">{t('row')}</th>
            <th>{t('variant')}</th>
            <th>{t('result')}</th>
            <th>{t('what')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <td data-align="end">{row.row}</td>
              <td className={classes.variant}>
                {row.variant}
                <span className={classes.muted}>{[row.product, row.store].filter(Boolean).join(' · ')}</span>
              </td>
              <td>
                <StatusChip tone={tones[row.outcome]} label={t(`became.${row.outcome}`)} />
              </td>
              <td>
                <What row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {total > rows.length && <p className={classes.muted}>{t('more', { count: total - rows.length })}</p>}
    </>
  );
}

function What({ row }: { row: MappingFileRow }) {
  const { t } = useTranslation('mapping-files');
  if (row.message !== null) return row.message;
  if (row.outcome === 'left_out') return t('leftOut');
  if (row.outcome === 'unchanged') return row.to;
  return row.from === null || row.to === null ? row.to : t('fromTo', { from: row.from, to: row.to });
}
