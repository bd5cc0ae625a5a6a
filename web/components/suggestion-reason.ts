import type { TFunction } from 'i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '../api/client.ts';
import { joinWords } from '../lib/format.ts';

type Reason = AnswerOf<Contract['suggestions']['list']>[number]['reasons'][number];

/** Why a SKU is suggested for a variant, in one line. Pages that show it load the texts of `suggestions`. */
export function reasonText(t: TFunction<'suggestions'>, reason: Reason, language: string): string {
  switch (reason.kind) {
    case 'words':
      return joinWords(
        reason.pairs.map(([ours, theirs]) => `${ours} = ${theirs}`),
        language,
      );
    case 'pieces':
      return t('reasons.pieces', { count: reason.count });
    case 'title':
    case 'picture':
      return t(`reasons.${reason.kind}`, { percent: reason.percent });
    default:
      return t(`reasons.${reason.kind}`, { sku: reason.sku });
  }
}
