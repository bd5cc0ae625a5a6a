import { useTranslation } from 'react-i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { Picture } from '#web/components/picture.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import classes from '../quotes.module.css';
import type { QuoteDetail, QuoteVersion } from '../quotes-types.ts';

type LinesProps = {
  version: QuoteVersion;
  currency: string;
  /** The shop's prices by line; left out where nobody may see them. */
  items?: QuoteDetail['items'];
};

/** Goods of an answer: what is shipped for each variant, and its price beside the shop's. */
export function QuoteLines({ version, currency, items = [] }: LinesProps) {
  const { t } = useTranslation('quotes');
  const shopPrices = new Map(items.map((item) => [item.line, item.shop_price]));
  const sold = version.lines.some((line) => shopPrices.get(line.line));
  return (
    <PlainTable label={t('detail.lines')}>
      <thead>
        <tr>
          <th scope="col">{t('detail.item')}</th>
          <th scope="col">{t('detail.sku')}</th>
          <th scope="col" data-align="end">
            {t('detail.weight')}
          </th>
          <th scope="col" data-align="end" data-spare>
            {t('detail.lead')}
          </th>
          <th scope="col" data-align="end" data-spare>
            {t('detail.moq')}
          </th>
          {sold && (
            <th scope="col" data-align="end">
              {t('detail.storePrice')}
            </th>
          )}
          <th scope="col" data-align="end">
            {t('detail.unitPrice')}
          </th>
        </tr>
      </thead>
      <tbody>
        {version.lines.map((line) => (
          <tr key={line.line}>
            <td className={classes.grow}>{line.title}</td>
            <td className={classes.sku}>
              {line.sku.picture_url === null ? (
                line.sku.code
              ) : (
                <Identity picture={<Picture url={line.sku.picture_url} />} title={line.sku.code} />
              )}
            </td>
            <td data-align="end">{t('detail.grams', { count: line.weight_g })}</td>
            <td data-align="end" data-spare>
              {t('detail.leadDays', { count: line.lead_days })}
            </td>
            <td data-align="end" data-spare>
              {line.moq}
            </td>
            {sold && (
              <td data-align="end">
                <MoneyCell money={shopPrices.get(line.line) ?? null} />
              </td>
            )}
            <td data-align="end">
              <MoneyCell money={{ amount: line.unit_price, currency }} tone="strong" />
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
