import { NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chargeableWeight, freightOf } from '#contract/freight.ts';
import { countryName } from '#web/lib/countries.ts';
import { formatMoney } from '#web/lib/format.ts';
import classes from './quotes.module.css';
import type { QuoteVersion } from './quotes.api.ts';

const most = 20;

/** Freight by destination and channel, for as many units of a variant as the reader wants to know. */
export function FreightMatrix({ version, currency }: { version: QuoteVersion; currency: string }) {
  const { t, i18n } = useTranslation('quotes');
  const [units, setUnits] = useState(1);
  const [lineNumber, setLineNumber] = useState<string>();
  const line = version.lines.find((known) => String(known.line) === lineNumber) ?? version.lines[0];
  if (!line) return null;
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
        <NumberInput
          label={t('detail.quantity')}
          w={160}
          min={1}
          max={most}
          clampBehavior="strict"
          allowDecimal={false}
          value={units}
          onChange={(value) => setUnits(Math.max(1, Number(value) || 1))}
        />
      </div>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('detail.destination')}</th>
              <th scope="col">{t('detail.channel')}</th>
              <th scope="col">{t('detail.transit')}</th>
              <th scope="col">{t('detail.tax')}</th>
              <th scope="col" className={classes.end}>
                {t('detail.freightPart')}
              </th>
              <th scope="col" className={classes.end}>
                {t('detail.landed')}
              </th>
            </tr>
          </thead>
          <tbody>
            {version.freight.map((row) => {
              const parcel = { weight_g: line.weight_g * units, volume_mm3: line.volume_mm3 * units };
              const freight = freightOf(row.formula, chargeableWeight(parcel, row.weighing));
              return (
                <tr key={`${row.destination} ${row.channel.id}`}>
                  <td>{countryName(row.destination, i18n.language)}</td>
                  <td>{row.channel.name}</td>
                  <td>{t('detail.days', { min: row.days_min, max: row.days_max })}</td>
                  <td>{row.tax_mode}</td>
                  <td className={classes.end}>{write(freight)}</td>
                  <td className={classes.end}>
                    <strong>{write(freight + line.unit_price * units)}</strong>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}
