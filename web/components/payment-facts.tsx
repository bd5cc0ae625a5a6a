import { useTranslation } from 'react-i18next';
import { formatMoney } from '../lib/format.ts';
import { Facts } from '../ui/facts.tsx';

/** What a payment of invoices costs, what the wallet has, and what is left or missing; without the wallet the cost alone. */
export function PaymentFacts({
  total,
  available,
  currency,
}: {
  total: number;
  available: number | undefined;
  currency: string;
}) {
  const { t, i18n } = useTranslation('invoices');
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  const ofWallet = (had: number) => [
    { label: t('pay.available'), value: money(had) },
    { label: had < total ? t('pay.missing') : t('pay.after'), value: money(Math.abs(had - total)) },
  ];
  return (
    <Facts
      amounts
      facts={[
        { label: t('facts.total'), value: <strong>{money(total)}</strong> },
        ...(available === undefined ? [] : ofWallet(available)),
      ]}
    />
  );
}
