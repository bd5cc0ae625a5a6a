import type { TFunction } from 'i18next';
import { sureConfidence } from '#contract/suggestion-rules.ts';
import { Picture } from '#web/components/picture.tsx';
import type { Column } from '#web/ui/column.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import type { Suggestion } from './suggestions-types.ts';

type Texts = TFunction<'suggestions'>;

/** Why a SKU is suggested, in one line. */
export function reasonText(t: Texts, reason: Suggestion['reasons'][number]): string {
  switch (reason.kind) {
    case 'words':
      return reason.pairs.map(([ours, theirs]) => `${ours} = ${theirs}`).join(', ');
    case 'pieces':
      return t('reasons.pieces', { count: reason.count });
    case 'title':
    case 'picture':
      return t(`reasons.${reason.kind}`, { percent: reason.percent });
    default:
      return t(`reasons.${reason.kind}`, { sku: reason.sku });
  }
}

/** Columns of the suggestions: what the store has beside what the provider has. */
export function suggestionColumns(t: Texts): Column<Suggestion>[] {
  return [
    {
      id: 'variant',
      header: t('columns.variant'),
      main: true,
      cell: ({ product, variant, store }) => (
        <Identity
          picture={<Picture url={product.picture_url} />}
          title={`${product.title} · ${variant.title}`}
          detail={[store.name, variant.sku].filter(Boolean).join(' · ')}
        />
      ),
    },
    {
      id: 'sku',
      header: t('columns.sku'),
      width: '26%',
      card: 'fact',
      cell: ({ sku, quantity }) => (
        <Identity
          picture={<Picture url={sku.picture_url} />}
          title={quantity > 1 ? `${quantity} × ${sku.title}` : sku.title}
          detail={sku.code}
        />
      ),
    },
    {
      id: 'reasons',
      header: t('columns.reasons'),
      card: 'fact',
      cell: ({ reasons }) => reasons.map((reason) => reasonText(t, reason)).join(' · '),
    },
    {
      id: 'confidence',
      header: t('columns.confidence'),
      align: 'end',
      card: 'fact',
      cell: ({ confidence }) => (
        <StatusChip
          tone={confidence >= sureConfidence ? 'green' : 'amber'}
          label={t('percent', { percent: Math.floor(confidence * 1000) / 10 })}
        />
      ),
    },
  ];
}
