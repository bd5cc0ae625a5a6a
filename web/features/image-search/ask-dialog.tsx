import { useTranslation } from 'react-i18next';
import { AskPriceDialog } from '#web/components/ask-price-dialog.tsx';
import { type CatalogResult, type Search, useSearchActs } from './image-search.api.ts';

type AskProps = { search: Search /** null: what the picture shows. */; sku: CatalogResult | null; onClose: () => void };

/** Asks an agent for a price: of a catalogue item that was found, or of what the picture shows; the picture goes along. */
export function AskDialog({ search, sku, onClose }: AskProps) {
  const { t } = useTranslation('image-search');
  const acts = useSearchActs();
  return (
    <AskPriceDialog
      heading={sku ? t('ask.titleSku', { code: sku.code }) : t('askUs')}
      lead={sku ? t('ask.leadSku') : t('ask.lead')}
      picture={sku?.picture_url ?? search.thumbnail}
      named={{ title: sku?.title ?? '', ...(!sku && { help: t('ask.whatHelp') }) }}
      onAsk={(request, key, title) =>
        acts.ask(search.id, { ...request, title, ...(sku && { catalog_sku_id: sku.id }) }, key)
      }
      onClose={onClose}
    />
  );
}
