import { useTranslation } from 'react-i18next';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import type { MappingFileRow } from '#contract/mapping-files.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import classes from './mapping-file.module.css';

const tones: Record<MappingFileRow['outcome'], StatusTone> = {
  changed: 'green',
  unchanged: 'grey',
  left_out: 'grey',
  bad: 'red',
};

/** The rows of a mapping file, mistakes first: what they name, what becomes of them, from what to what. */
export function MappingFileRows({ rows, total }: { rows: readonly MappingFileRow[]; total: number }) {
  const { t } = useTranslation('mapping-files');
  if (rows.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keys
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('rows')}>
      <PlainTable>
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
    </div>
  );
}

function What({ row }: { row: MappingFileRow }) {
  const { t } = useTranslation('mapping-files');
  if (row.message !== null) return row.message;
  if (row.outcome === 'left_out') return t('leftOut');
  if (row.outcome === 'unchanged') return row.to;
  return row.from === null || row.to === null ? row.to : t('fromTo', { from: row.from, to: row.to });
}
