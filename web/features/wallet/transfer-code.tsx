import { useTranslation } from 'react-i18next';
import classes from './wallet.module.css';

/** Modules that stay light around a code, so that a camera finds it. */
const margin = 4;

/** The code that a banking app fills in the transfer from; dark on light in every colour scheme, as cameras want it. */
export function TransferCode({ rows }: { rows: readonly string[] }) {
  const { t } = useTranslation('wallet');
  const side = rows.length + 2 * margin;
  const dark = rows.flatMap((row, y) =>
    Array.from(row, (module, x) => (module === '1' ? `M${x + margin} ${y + margin}h1v1h-1z` : '')),
  );
  return (
    <figure className={classes.transferCode}>
      <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={t('steps.code')} shapeRendering="crispEdges">
        <rect width={side} height={side} fill="#fff" />
        <path d={dark.join('')} fill="#000" />
      </svg>
      <figcaption>{t('steps.codeText')}</figcaption>
    </figure>
  );
}
