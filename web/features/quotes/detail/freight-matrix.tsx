import { Select, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '#web/lib/countries.ts';
import { formatMoney } from '#web/lib/format.ts';
import { landedMatrix, type LandedCell, quantities } from './landed-matrix.ts';
import classes from '../quotes.module.css';
import type { QuoteDetail, QuoteVersion } from '../quotes-types.ts';

type Shown = 'landed' | 'freight' | 'margin';
type MatrixProps = {
  version: QuoteVersion;
  currency: string;
  /** The shop's prices by line, for the margin; left out where nobody may see them. */
  items?: QuoteDetail['items'];
};

/** What 1 to 5 pieces of a variant cost delivered, by destination and channel; freight alone or the margin on demand. */
export function FreightMatrix({ version, currency, items = [] }: MatrixProps) {
  const { t, i18n } = useTranslation('quotes');
  const [shown, setShown] = useState<Shown>('landed');
  const [lineNumber, setLineNumber] = useState<string>();
  const line = version.lines.find((known) => String(known.line) === lineNumber) ?? version.lines[0];
  if (!line) return null;
  const shopPrice = items.find((item) => item.line === line.line)?.shop_price ?? null;
  const priced = shopPrice?.currency === currency;
  const kinds: Shown[] = priced ? ['landed', 'freight', 'margin'] : ['landed', 'freight'];
  const write = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  return (
    <div className={classes.stack}>
      <div className={classes.row}>
        {version.lines.length > 1 && (
          <Select
            label={t('detail.forItem')}
            allowDeselect={false}
            data={version.lines.map((known) => ({ value: String(known.line), label: known.title }))}
            value={String(line.line)}
            onChange={(value) => setLineNumber(value ?? undefined)}
          />
        )}
        <SegmentedControl
          aria-label={t('matrix.shown')}
          data={kinds.map((value) => ({ value, label: t(`matrix.${value}`) }))}
          value={shown}
          onChange={(value) => setShown(kinds.find((kind) => kind === value) ?? 'landed')}
        />
      </div>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <caption className={classes.caption}>
            {t(`matrix.${shown}Help`, { item: line.title })}
            {priced && shown === 'margin' && ` ${t('matrix.storePrice', { price: write(shopPrice.amount) })}`}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('detail.destination')}</th>
              {quantities.map((units) => (
                <th key={units} scope="col" className={classes.end}>
                  {t('detail.quantity', { count: units })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {landedMatrix(version, line, currency, shopPrice).map(({ key, row, cells }) => (
              <tr key={key}>
                <th scope="row" className={classes.route}>
                  {countryName(row.destination, i18n.language)}
                  <RouteFacts row={row} />
                </th>
                {cells.map((cell) => (
                  <td key={cell.units} className={classes.end}>
                    <Cell cell={cell} shown={shown} write={write} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function RouteFacts({ row }: { row: QuoteVersion['freight'][number] }) {
  const { t } = useTranslation('quotes');
  const limits = [
    row.max_weight_g === null ? undefined : t('matrix.upTo', { kg: row.max_weight_g / 1000 }),
    ...row.refuses.map((kind) => t(`matrix.refuses.${kind}`)),
  ].filter((limit) => limit !== undefined);
  return (
    <>
      <span className={classes.muted}>
        {row.channel.name} · {t('detail.days', { min: row.days_min, max: row.days_max })} · {row.tax_mode}
      </span>
      {limits.length > 0 && <span className={classes.muted}>{limits.join(' · ')}</span>}
    </>
  );
}

function Cell({ cell, shown, write }: { cell: LandedCell; shown: Shown; write: (amount: number) => string }) {
  const { t } = useTranslation('quotes');
  if (cell.tooHeavy) return <span className={classes.off}>{t('matrix.tooHeavy')}</span>;
  if (shown === 'freight') return write(cell.freight);
  if (shown === 'landed') return <strong>{write(cell.landed)}</strong>;
  if (cell.margin === null) return '–';
  return (
    <span data-better={cell.margin > 0} className={classes.side}>
      {write(cell.margin)}
    </span>
  );
}
