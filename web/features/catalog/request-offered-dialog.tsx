import { useTranslation } from 'react-i18next';
import { RequestQuoteDialog } from '#web/components/request-quote-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { OfferedProduct } from './catalog-types.ts';

type RequestOfferedProps = {
  product: Pick<OfferedProduct, 'id' | 'title' | 'code' | 'picture_url'>;
  onClose: () => void;
};

/** Asks an agent for the price of something in the catalogue. */
export function RequestOfferedDialog({ product, onClose }: RequestOfferedProps) {
  const { t } = useTranslation('catalog');
  const ask = useApiMutation(api.quotes.askForCatalogProduct);
  return (
    <RequestQuoteDialog
      heading={t('requestTitle', { code: product.code })}
      lead={t('requestLead', { title: product.title })}
      picture={product.picture_url}
      onAsk={(body) => ask.run({ params: { id: product.id }, body })}
      onClose={onClose}
    />
  );
}
