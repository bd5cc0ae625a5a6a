import { useTranslation } from 'react-i18next';
import { RequestQuoteDialog as Dialog } from '#web/components/request-quote-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { Product } from './products-types.ts';

/** Requests a quote for a product: variants, destinations and quantities. */
export function RequestQuoteDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation('products');
  const ask = useApiMutation(api.quotes.askForProduct);
  const { data: variants = [] } = useApiQuery(api.products.variants, { params: { id: product.id } });
  return (
    <Dialog
      heading={t('form.title', { title: product.title })}
      lead={t('form.lead')}
      picture={product.picture_url}
      variants={variants}
      onAsk={(body) => ask.run({ params: { id: product.id }, body })}
      onClose={onClose}
    />
  );
}
