import { useTranslation } from 'react-i18next';
import { AskPriceDialog as Dialog } from '#web/components/ask-price-dialog.tsx';
import { type Product, useInquiry, useVariants } from './products.api.ts';

/** Asks an agent for the price of a product: which variants, where to, how many. */
export function AskPriceDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation('products');
  const inquire = useInquiry();
  const { data: variants = [] } = useVariants(product.id);
  return (
    <Dialog
      heading={`${t('form.title')} · ${product.title}`}
      lead={t('form.lead')}
      picture={product.picture_url}
      variants={variants}
      onAsk={(request, key) => inquire(product.id, request, key)}
      onClose={onClose}
    />
  );
}
