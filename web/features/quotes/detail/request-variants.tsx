import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainTable } from '#web/ui/plain-table.tsx';
import classes from '../quotes.module.css';
import type { QuoteDetail } from '../quotes-types.ts';

/** So many variants are read at a glance; the others come on demand. */
const glance = 8;

/** A SKU of so many characters fits a phone's column; a longer one may break. */
const wholeSku = 16;

/** The variants of a request that no answer prices yet, with the orders that wait for each; priced, they stand in the answer. */
export function RequestVariants({ quote }: { quote: QuoteDetail }) {
  const { t } = useTranslation('quotes');
  const [all, setAll] = useState(false);
  const current = quote.versions.find(({ version }) => version === quote.current_version);
  const priced = new Set(current?.lines.map(({ line }) => line));
  const items = quote.items.filter(({ line }) => !priced.has(line));
  const ofStore = items.some(({ variant_id: id }) => id !== null);
  if (items.length === 0 || (items.length === 1 && !ofStore)) return null; // goods of one sort are named by the title
  const label = t('detail.requestVariants');
  const coded = items.some(({ sku }) => sku !== '');
  return (
    <div className={classes.requested}>
      <PlainTable label={label}>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            {coded && <th scope="col">{t('detail.storeSku')}</th>}
            {ofStore && (
              <>
                <th scope="col" data-align="end">
                  {t('columns.waiting')}
                </th>
                <th scope="col" data-align="end">
                  {t('detail.unitsWaiting')}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {(all ? items : items.slice(0, glance)).map((item) => (
            <tr key={item.line}>
              <td className={classes.grow}>{item.title}</td>
              {coded && <td data-whole={item.sku.length <= wholeSku || undefined}>{item.sku}</td>}
              {ofStore && (
                <>
                  <td data-align="end">{item.orders_waiting}</td>
                  <td data-align="end">{item.units_waiting}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {!all && items.length > glance && (
        <Anchor component="button" type="button" size="sm" mt={8} onClick={() => setAll(true)}>
          {t('detail.allVariants', { count: items.length })}
        </Anchor>
      )}
    </div>
  );
}
