import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDownload } from '#web/components/use-download.ts';
import { formatNumber } from '#web/lib/format.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import classes from '../orders.module.css';
import type { ImportResult } from '../orders-types.ts';

/** What an import would do or did: how each order ended, and why orders are refused. */
export function ImportFindings({ result }: { result: ImportResult }) {
  const { t, i18n } = useTranslation('orders-import');
  const figures = [
    ['created', result.created],
    ['updated', result.updated],
    ['unchanged', result.unchanged],
    ['bad', result.bad_orders],
  ] as const;
  return (
    <>
      <p style={{ margin: 0 }} role="status">
        {result.committed
          ? t('done')
          : result.rows === 1 && result.orders === 1
            ? t('foundInOne')
            : t('found', { count: result.orders, rows: formatNumber(result.rows, i18n.language) })}
        {result.format !== 'mapped' && <span className={classes.muted}> {t(`formats.${result.format}`)}</span>}
      </p>
      <dl className={classes.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{formatNumber(value, i18n.language)}</dd>
          </div>
        ))}
      </dl>
      {result.problems.length > 0 && (
        <>
          <PlainTable label={t('bad')} maxHeight={320}>
            <thead>
              <tr>
                <th data-align="end">{t('row')}</th>
                <th>{t('column')}</th>
                <th>{t('problem')}</th>
              </tr>
            </thead>
            <tbody>
              {result.problems.map((problem) => (
                <tr key={`${problem.row} ${problem.column} ${problem.message}`}>
                  <td data-align="end">{problem.row}</td>
                  <td>{problem.column ?? '–'}</td>
                  <td>{problem.message}</td>
                </tr>
              ))}
            </tbody>
          </PlainTable>
          {result.problems_total > result.problems.length && (
            <p className={classes.muted}>
              {t('moreProblems', { count: result.problems_total - result.problems.length })}
            </p>
          )}
        </>
      )}
      {result.bad_file && <BadRows file={result.bad_file} />}
    </>
  );
}

/** The rows to correct as a file: all of them, each with what is wrong. */
function BadRows({ file }: { file: NonNullable<ImportResult['bad_file']> }) {
  const { t } = useTranslation('orders-import');
  const { download, busy } = useDownload();
  return (
    <Button
      variant="default"
      loading={busy}
      style={{ alignSelf: 'flex-start' }}
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      onClick={() => void download(file)}
    >
      {t('badFile')}
    </Button>
  );
}
