import { useTranslation } from 'react-i18next';
import { AskPriceDialog } from '#web/components/ask-price-dialog.tsx';
import { type OfferedProduct, useAskOffered } from './catalog.api.ts';

type AskOfferedProps = { product: Pick<OfferedProduct, 'id' | 'title' | 'code' | 'picture_url'>; onClose: () => void };

/** Asks an agent for the price of something in the catalogue. */
export function AskOfferedDialog({ product, onClose }: AskOfferedProps) {
  const { t } = useTranslation('catalog');
  const ask = useAskOffered();
  return (
    <AskPriceDialog
      heading={t('askTitle', { code: product.code })}
      lead={t('askLead', { title: product.title })}
      picture={product.picture_url}
      onAsk={(request, key) => ask(product.id, request, key)}
      onClose={onClose}
    />
  );
}
