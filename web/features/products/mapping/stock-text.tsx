import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import type { Stock } from './mapping-types.ts';

/** What there is of an item: the merchant's own free pieces and those kept for everybody. */
export function StockText({ stock }: { stock: Stock | null | undefined }) {
  const { t, i18n } = useTranslation('products', { keyPrefix: 'mapping' });
  if (stock === undefined) return null;
  const number = (value: number) => formatNumber(value, i18n.language);
  if (stock === null) return t('stock.none');
  if (stock.own === 0 && stock.shared === 0) return t('stock.out');
  if (stock.own === 0) return t('stock.shared', { shared: number(stock.shared) });
  if (stock.shared === 0) return t('stock.own', { own: number(stock.own) });
  return t('stock.both', { own: number(stock.own), shared: number(stock.shared) });
}
