import { useTranslation } from 'react-i18next';
import { formatDate, formatList, formatMoney } from '#web/lib/format.ts';
import type { ClaimDetail } from './claims-types.ts';

type Finding = ClaimDetail['findings'][number];

/** Words of claims that need days, amounts or kinds of evidence. */
export function useClaimWords() {
  const { t, i18n } = useTranslation('claims');
  const day = (at: string | undefined) => (at === undefined ? '' : formatDate(at));
  const kinds = (names: readonly ClaimDetail['checklist'][number]['kind'][]) =>
    formatList(
      names.map((kind) => t(`kinds.${kind}`)),
      i18n.language,
    );
  return {
    day,
    kinds,
    money: (amount: number, currency: string) => formatMoney({ amount, currency }, i18n.language),
    because: ({ code, at, evidence }: Finding) => t(`because.${code}`, { at: day(at), kinds: kinds(evidence ?? []) }),
  };
}
