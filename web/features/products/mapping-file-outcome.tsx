import { Button, Group, Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import type { MappingFileResult } from '#contract/mapping-files.ts';
import { useDownload } from '#web/components/use-download.ts';
import classes from './mapping-file.module.css';
import { MappingFileRows } from './mapping-file-rows.tsx';
import type { MappingFile } from './use-mapping-file.ts';

type OutcomeProps = { work: MappingFile; result: MappingFileResult; onClose: () => void };

/** What a mapping file would change or has changed, row by row, and the way on. */
export function MappingFileOutcome({ work, result, onClose }: OutcomeProps) {
  const { t, i18n } = useTranslation('mapping-files');
  const { download, busy } = useDownload();
  const committed = work.mode === 'commit';
  const stopped = result.bad > 0 && work.badRows === 'stop';
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <>
      <p className={classes.text} role="status">
        {t(result.committed ? 'done' : 'found', {
          count: result.variants,
          variants: number(result.variants),
        })}
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
          <Button
            loading={work.starting}
            disabled={result.variants === 0 || stopped}
            onClick={() => void work.ask('commit')}
          >
            {result.variants === 0 ? t('nothing') : t('commit', { count: result.variants })}
          </Button>
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
