import { useTranslation } from 'react-i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import classes from './quotes.module.css';
import type { QuoteVersion } from './quotes.api.ts';

/** Goods of an answer: what is shipped for each variant, and its price. */
export function QuoteLines({ version, currency }: { version: QuoteVersion; currency: string }) {
  const { t } = useTranslation('quotes');
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('detail.item')}</th>
            <th scope="col">{t('detail.sku')}</th>
            <th scope="col" className={classes.end}>
              {t('detail.weight')}
            </th>
            <th scope="col" className={classes.end}>
              {t('detail.lead')}
            </th>
            <th scope="col" className={classes.end}>
              {t('detail.moq')}
            </th>
            <th scope="col" className={classes.end}>
              {t('detail.unitPrice')}
            </th>
          </tr>
        </thead>
        <tbody>
          {version.lines.map((line) => (
            <tr key={line.line}>
              <td className={classes.grow}>{line.title}</td>
              <td>{line.sku.code}</td>
              <td className={classes.end}>{t('detail.grams', { count: line.weight_g })}</td>
              <td className={classes.end}>{t('detail.leadDays', { count: line.lead_days })}</td>
              <td className={classes.end}>{line.moq}</td>
              <td className={classes.end}>
                <MoneyCell money={{ amount: line.unit_price, currency }} tone="strong" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
