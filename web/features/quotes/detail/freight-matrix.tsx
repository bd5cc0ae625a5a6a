import { Select, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversion } from '#contract/exchange-rates.ts';
import { deliveryDays } from '#contract/delivery-days.ts';
import { useDeliveryText } from '#web/components/delivery-days.tsx';
import { Approximate, useConversionText } from '#web/components/converted.tsx';
import { countryName } from '#web/lib/countries.ts';
import { formatMoney } from '#web/lib/format.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { countriesToChoose, landedMatrix, type LandedCell, quantities } from './landed-matrix.ts';
import classes from '../quotes.module.css';
import type { QuoteDetail, QuoteVersion } from '../quotes-types.ts';

/** Quantities between the others, which a phone leaves out. */
const spare = (units: number) => (units % 2 === 0 ? true : undefined);

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
  const say = useConversionText();
  const [shown, setShown] = useState<Shown>('landed');
  const [lineNumber, setLineNumber] = useState<string>();
  const [country, setCountry] = useState<string | null>(null);
  const line = version.lines.find((known) => String(known.line) === lineNumber) ?? version.lines[0];
  if (!line) return null;
  const item = items.find((known) => known.line === line.line);
  const conversion = item?.converted?.conversion ?? null;
  const shopPrice = item?.converted?.price ?? item?.shop_price ?? null;
  const priced = shopPrice?.currency === currency;
  const kinds: Shown[] = priced ? ['landed', 'freight', 'margin'] : ['landed', 'freight'];
  const write = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  const countries = countriesToChoose(version);
  const rows = landedMatrix(version, line, currency, shopPrice).filter(
    ({ row }) => country === null || row.destination === country,
  );
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
        {countries.length > 0 && (
          <Select
            label={t('detail.destination')}
            placeholder={t('matrix.allCountries')}
            clearable
            data={countries.map((code) => ({ value: code, label: countryName(code, i18n.language) }))}
            value={country}
            onChange={setCountry}
          />
        )}
        <SegmentedControl
          aria-label={t('matrix.shown')}
          data={kinds.map((value) => ({ value, label: t(`matrix.${value}`) }))}
          value={shown}
          onChange={(value) => setShown(kinds.find((kind) => kind === value) ?? 'landed')}
        />
      </div>
      <PlainTable label={t('detail.freight')}>
        <caption className={classes.caption}>
          {t(`matrix.${shown}Help`, { item: line.title })}
          {priced && shown === 'margin' && ` ${t('matrix.storePrice', { price: write(shopPrice.amount) })}`}
          {conversion && shown === 'margin' && ` ${say(conversion)}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('detail.destination')}</th>
            {quantities.map((units) => (
              <th key={units} scope="col" data-align="end" data-spare={spare(units)}>
                {t('detail.quantity', { count: units })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, row, cells }) => (
            <tr key={key}>
              <th scope="row" className={classes.route}>
                {countryName(row.destination, i18n.language)}
                <RouteFacts row={row} ready={line.lead_days} />
              </th>
              {cells.map((cell) => (
                <td key={cell.units} data-align="end" data-spare={spare(cell.units)}>
                  <Cell cell={cell} shown={shown} write={write} conversion={conversion} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  );
}

function RouteFacts({ row, ready }: { row: QuoteVersion['freight'][number]; ready: number }) {
  const { t } = useTranslation('quotes');
  const say = useDeliveryText();
  const days = deliveryDays(ready, row.transit);
  const limits = [
    row.max_weight_g === null ? undefined : t('matrix.upTo', { kg: row.max_weight_g / 1000 }),
    ...row.refuses.map((kind) => t(`matrix.refuses.${kind}`)),
  ].filter((limit) => limit !== undefined);
  return (
    <>
      <span className={classes.muted}>
        {row.channel.name} · {say.days(days)} · {row.tax_mode}
      </span>
      <span className={classes.muted}>{say.parts(days)}</span>
      {limits.length > 0 && <span className={classes.muted}>{limits.join(' · ')}</span>}
    </>
  );
}

type CellProps = {
  cell: LandedCell;
  shown: Shown;
  write: (amount: number) => string;
  /** How the shop's price was converted for the margin. */
  conversion: Conversion | null;
};

function Cell({ cell, shown, write, conversion }: CellProps) {
  const { t } = useTranslation('quotes');
  if (cell.tooHeavy) return <span className={classes.off}>{t('matrix.tooHeavy')}</span>;
  if (shown === 'freight') return write(cell.freight);
  if (shown === 'landed') return <strong>{write(cell.landed)}</strong>;
  if (cell.margin === null) return '–';
  return (
    <span data-better={cell.margin > 0} className={classes.side}>
      {conversion ? <Approximate conversion={conversion}>{write(cell.margin)}</Approximate> : write(cell.margin)}
    </span>
  );
}
