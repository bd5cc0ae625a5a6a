import { useTranslation } from 'react-i18next';
import { RequestQuoteDialog } from '#web/components/request-quote-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { Search, CatalogResult } from './image-search-types.ts';

type AskProps = { search: Search /** null: what the picture shows. */; sku: CatalogResult | null; onClose: () => void };

/** Asks an agent for a price: of a catalogue item that was found, or of what the picture shows; the picture goes along. */
export function RequestDialog({ search, sku, onClose }: AskProps) {
  const { t } = useTranslation('image-search');
  const ask = useApiMutation(api.quotes.askForPicture);
  return (
    <RequestQuoteDialog
      heading={sku ? t('request.titleSku', { code: sku.code }) : t('requestSourcing')}
      lead={sku ? t('request.leadSku') : t('request.lead')}
      picture={sku?.picture_url ?? search.thumbnail}
      named={{ title: sku?.title ?? '', ...(!sku && { help: t('request.whatHelp') }) }}
      onAsk={(request, title) =>
        ask.run({
          params: { id: search.id },
          body: { ...request, title, ...(sku && { catalog_sku_id: sku.id }) },
        })
      }
      onClose={onClose}
    />
  );
}
